import { CLOSES_PARAGRAPH, FORMATTING, MARKERS, SCOPES, SPECIAL, TABLE_PARTS } from './elementKinds.ts'

interface OpenElement {
  readonly name: string
  /** Its tag as written: of formatting elements that are the same a browser opens three again, no more. */
  readonly tag: string
  /** How many markers are open around it; formatting is opened again at this level alone. */
  readonly level: number
  /** Whether it is opened again when it was not closed. */
  formatting: boolean
}

/** HTML §13.2.6.4.7, "adoption agency": over how many blocks a browser applies a formatting end tag. */
const ADOPTED_BLOCKS = 7

/** HTML §13.2.4.3, the "Noah's Ark clause". */
const SAME_FORMATTING = 3

const TABLE = new Set(['table'])
const ITEM_SCOPE = new Set([...SCOPES, 'ol', 'ul'])

/** Which open element the start tag of another one closes, and what it does not look behind (HTML §13.2.6.4.7 to .15). */
const CLOSED_BY_START: ReadonlyMap<string, { readonly names: RegExp; readonly within: ReadonlySet<string> }> = new Map([
  ...['td', 'th'].map((name) => [name, { names: /^t[dh]$/, within: TABLE }] as const),
  ...['tbody', 'thead', 'tfoot'].map((name) => [name, { names: /^t(?:body|head|foot)$/, within: TABLE }] as const),
  ['tr', { names: /^tr$/, within: TABLE }],
  ['li', { names: /^li$/, within: without(SPECIAL, 'address', 'div', 'p') }],
  ...['dd', 'dt'].map((name) => {
    return [name, { names: /^d[dt]$/, within: without(SPECIAL, 'address', 'div', 'p') }] as const
  }),
])

/**
 * Counts the elements that a browser holds open while it reads a mail (HTML §13.2.4, §13.2.6), so that the depth is known
 * before a browser parses it. Where this is less exact than a browser it counts too many, never too few.
 */
export class OpenElements {
  #open: OpenElement[] = []
  /** Formatting that its block closed: a browser opens it again with the next text. */
  #leftOpen: OpenElement[] = []
  #markers = 0

  /** Elements open or to be opened again. */
  get depth(): number {
    return this.#open.length + this.#leftOpen.length
  }

  /** Name of the element opened last; empty when there is none. */
  get innermost(): string {
    return this.#open.at(-1)?.name ?? ''
  }

  has(name: string): boolean {
    return this.#open.some((one) => one.name === name)
  }

  /** What a browser does before a text and before an inline element: opens again what is left open. Returns how many. */
  reopen(): number {
    if (this.#leftOpen.length === 0) return 0
    const here = this.#leftOpen.filter(({ level }) => level === this.#markers)
    this.#leftOpen = this.#leftOpen.filter(({ level }) => level !== this.#markers)
    for (const element of here) this.#open.push(element)
    return here.length
  }

  /** Closes what the start tag of an element closes. */
  beforeStart(name: string): void {
    if (CLOSES_PARAGRAPH.has(name)) this.#close((open) => open === 'p', SCOPES)
    const closed = CLOSED_BY_START.get(name)
    if (closed) this.#close((open) => closed.names.test(open), closed.within)
    if (name === 'a') this.#endFormatting('a', Number.POSITIVE_INFINITY)
    if (name === 'option' && this.#open.at(-1)?.name === 'option') this.#open.pop()
  }

  start(name: string, tag: string): void {
    if (MARKERS.has(name)) this.#markers += 1
    const formatting = FORMATTING.has(name)
    if (formatting) this.#forgetFourth(tag)
    this.#open.push({ name, tag, level: this.#markers, formatting })
  }

  /** Closes what an end tag closes. Returns whether there was something. */
  end(name: string): boolean {
    const before = this.depth
    if (FORMATTING.has(name)) this.#endFormatting(name, ADOPTED_BLOCKS)
    else if (/^h[1-6]$/.test(name)) this.#close((open) => /^h[1-6]$/.test(open), SCOPES)
    else this.#close((open) => open === name, scopeOf(name))
    return this.depth < before
  }

  /** Closes the innermost element that is wanted with all inside it; nothing when one of `within` stands before it. */
  #close(wanted: (name: string) => boolean, within: ReadonlySet<string>): void {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const name = this.#open[at]?.name ?? ''
      if (wanted(name)) {
        this.#closeFrom(at)
        return
      }
      if (within.has(name)) return
    }
  }

  #closeFrom(from: number): void {
    const closed = this.#open.splice(from)
    this.#markers -= closed.filter(({ name }) => MARKERS.has(name)).length
    this.#leftOpen = this.#leftOpen.filter(({ level }) => level <= this.#markers)
    // The first is what was to be closed; formatting inside it was not.
    for (const element of closed.slice(1)) {
      if (element.formatting && element.level === this.#markers) this.#leftOpen.push(element)
    }
  }

  #endFormatting(name: string, blocks: number): void {
    let passed = 0
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const open = this.#open[at]?.name ?? ''
      if (open === name) {
        if (passed === 0) this.#closeFrom(at)
        else if (passed <= blocks) this.#open.splice(at, 1)
        return
      }
      if (SCOPES.has(open)) break
      if (SPECIAL.has(open)) passed += 1
    }
    const left = this.#leftOpen.findLastIndex((one) => one.name === name && one.level === this.#markers)
    if (left >= 0) this.#leftOpen.splice(left, 1)
  }

  #forgetFourth(tag: string): void {
    const same = this.#open.filter((one) => one.formatting && one.tag === tag && one.level === this.#markers)
    const [oldest] = same
    if (oldest && same.length >= SAME_FORMATTING) oldest.formatting = false
  }
}

function scopeOf(name: string): ReadonlySet<string> {
  if (TABLE_PARTS.has(name)) return TABLE
  if (name === 'li') return ITEM_SCOPE
  return SPECIAL.has(name) ? SCOPES : SPECIAL
}

function without(names: ReadonlySet<string>, ...left: readonly string[]): ReadonlySet<string> {
  return new Set([...names].filter((name) => !left.includes(name)))
}
