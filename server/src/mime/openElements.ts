const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Formatting elements (HTML Standard §13.2.4.3): left open, they go on in whatever comes next. */
const FORMATTING = words('a b big code em font i nobr s small strike strong tt u')
/** Elements that no end tag reaches out of (§13.2.4.2, "scope"). */
const SCOPES = words('applet caption html table td th marquee object')
const ITEM_SCOPES = words('applet caption html table td th marquee object ol ul')
const PARAGRAPH_SCOPES = words('applet caption html table td th marquee object button')
/** Formatting that was opened inside of these ends with them. */
const FORMATTING_ENDS = words('applet caption marquee object td th')
/** Elements that the end tag of an ordinary element does not close (§13.2.4.2, "special"), as far as they stay open. */
const SPECIAL = words(
  'address applet article aside blockquote body button caption center colgroup dd details dir div dl dt fieldset ' +
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html li listing main marquee menu nav noscript object ' +
    'ol p pre section summary table tbody td tfoot th thead tr ul',
)
/** Elements whose start ends an open paragraph, and whose end tag closes what is open in them. */
const BLOCKS = words(
  'address article aside blockquote center details dir div dl fieldset figcaption figure footer header hgroup listing ' +
    'main menu nav ol pre section summary ul',
)
const ENDS_PARAGRAPH = new Set([...BLOCKS, ...words('h1 h2 h3 h4 h5 h6 hr li dd dt p xmp plaintext')])
const CLOSES_THROUGH = new Set([...BLOCKS, ...words('applet button dd dt li marquee object p')])
const HEADINGS = words('h1 h2 h3 h4 h5 h6')
/** Elements that end one of their own kind under conditions that are not followed here. */
const MAY_END_ITS_LIKE = [words('h1 h2 h3 h4 h5 h6'), words('rb rp rt rtc'), words('optgroup option')]

/** How far inside a table its parts stand. */
const TABLE_RANK = new Map(
  Object.entries({ caption: 1, col: 1, colgroup: 1, tbody: 1, thead: 1, tfoot: 1, tr: 2, td: 3, th: 3 }),
)
/** The parts that others stand in. */
const TABLE_ROWS = words('tbody tfoot thead tr')
const TABLE_CELLS = words('caption td th')

interface Entry {
  readonly name: string
  /** How much deeper it is than what it stands in: a browser adds the parts of a table that were left out. */
  readonly levels: number
  /** A formatting element that was ended by the end of what it stood in, and is opened again in what follows. */
  ended: boolean
  /** Whether a browser may have closed it already. */
  unsure: boolean
}

const NOTHING: readonly string[] = []

/**
 * The elements that are open while HTML is read (HTML Standard §13.2.6), never fewer than a browser has open. Where it is
 * not worth following the standard to the letter, what a browser may have closed stays open here and is marked as unsure;
 * the end of such an element closes that one alone. `svg`, `math`, `select`, `template` and frames follow rules of their
 * own: the caller keeps them out.
 */
export class OpenElements {
  readonly #stack: Entry[] = []
  readonly #count = new Map<string, number>()
  #depth = 0
  #ended = 0
  /** Whether the next text is the first since an element was closed. */
  #reopens = false

  /** How deep the next element would stand. */
  get depth(): number {
    return this.#depth
  }

  /** Names of what is open, innermost first. */
  names(): string[] {
    return this.#stack.flatMap(({ name, ended }) => (ended ? [] : [name])).reverse()
  }

  clear(): void {
    this.#stack.length = 0
    this.#count.clear()
    this.#depth = 0
    this.#ended = 0
  }

  /** Text or an element of a line comes next. Answers how many formatting elements a browser opens again for it. */
  reopen(): number {
    const reopened = this.#reopens ? this.#ended : 0
    this.#reopens = false
    return reopened
  }

  push(name: string): void {
    const rank = TABLE_RANK.get(name) ?? 0
    const above = this.#stack.at(-1)?.name ?? ''
    const outer = above === 'table' || TABLE_ROWS.has(above) ? (TABLE_RANK.get(above) ?? 0) : rank
    // A form inside of another is none, and in a table it is closed at once.
    this.#stack.push({ name, levels: Math.max(1, rank - outer), ended: false, unsure: name === 'form' })
    this.#count.set(name, (this.#count.get(name) ?? 0) + 1)
    this.#depth += Math.max(1, rank - outer)
  }

  /** Closes what the start of an element closes; answers the names, innermost first. */
  beforeOpen(name: string): readonly string[] {
    for (const kind of MAY_END_ITS_LIKE) {
      if (kind.has(name)) this.#doubt(this.#lowest(kind))
    }
    if (TABLE_RANK.has(name)) return this.#toTablePart(name)
    if (name === 'table') return this.#beforeTable()
    if (name === 'a' || name === 'nobr') return this.#closeFormatting(name)
    if (name === 'button') return this.#closeThrough(name, SCOPES)
    if (name === 'form') {
      this.#doubt(this.#find('p', PARAGRAPH_SCOPES))
      return NOTHING
    }
    const item = name === 'li' || name === 'dd' || name === 'dt' ? this.#closeItem(name) : NOTHING
    if (!ENDS_PARAGRAPH.has(name)) return item
    const paragraph = this.#closeThrough('p', PARAGRAPH_SCOPES)
    return [...item, ...paragraph]
  }

  /** Closes what an end tag closes; nothing when no such element is within its reach. */
  close(name: string): readonly string[] {
    if (!this.#has(name) && !HEADINGS.has(name)) return NOTHING
    if (FORMATTING.has(name)) return this.#closeFormatting(name)
    if (name === 'form') return this.#closeAlone(this.#stack.findLastIndex((entry) => entry.name === name))
    if (name === 'table' || TABLE_RANK.has(name)) return this.#closeTablePart(name)
    if (HEADINGS.has(name)) return this.#closeHeading()
    if (name === 'p') return this.#closeThrough(name, PARAGRAPH_SCOPES)
    if (name === 'li') return this.#closeThrough(name, ITEM_SCOPES)
    if (CLOSES_THROUGH.has(name)) return this.#closeThrough(name, SCOPES)
    return this.#closeThrough(name, SPECIAL)
  }

  #has(name: string): boolean {
    return (this.#count.get(name) ?? 0) > 0
  }

  #lowest(names: ReadonlySet<string>): number {
    for (const name of names) {
      if (this.#has(name)) return this.#stack.findIndex((entry) => names.has(entry.name))
    }
    return -1
  }

  /** From this element on, a browser may have closed everything. */
  #doubt(from: number): void {
    for (let index = from; index >= 0 && index < this.#stack.length; index++) {
      const entry = this.#stack[index]
      if (entry) entry.unsure = true
    }
  }

  /** Index of the innermost element of a name, -1 when there is none or it stands behind one of these. */
  #find(name: string, behind: ReadonlySet<string>): number {
    if (!this.#has(name)) return -1
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const entry = this.#stack[index]
      if (!entry) continue
      if (entry.name === name) return index
      if (!behind.has(entry.name)) continue
      // If what stands before it was closed already, the tag reaches further.
      if (entry.unsure) this.#doubt(this.#lowest(new Set([name])))
      return -1
    }
    return -1
  }

  #closeThrough(name: string, scopes: ReadonlySet<string>): readonly string[] {
    return this.#closeFrom(this.#find(name, scopes))
  }

  /** Closes an element and everything in it; alone, where that is not sure. */
  #closeFrom(index: number): readonly string[] {
    const entry = this.#stack[index]
    if (!entry) return NOTHING
    if (!entry.unsure) return this.#popTo(index)
    // It may have been closed already; then the tag closed one of its name further out.
    this.#doubt(this.#lowest(new Set([entry.name])))
    return this.#closeAlone(index)
  }

  /** Any heading's end tag closes the innermost heading. */
  #closeHeading(): readonly string[] {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const entry = this.#stack[index]
      if (!entry) continue
      if (HEADINGS.has(entry.name)) {
        if (entry.unsure) this.#doubt(this.#lowest(HEADINGS))
        return this.#closeFrom(index)
      }
      if (!SCOPES.has(entry.name)) continue
      if (entry.unsure) this.#doubt(this.#lowest(HEADINGS))
      return NOTHING
    }
    return NOTHING
  }

  /** A new item ends the one before it, unless that stands outside of another block. */
  #closeItem(name: string): readonly string[] {
    const kind = name === 'li' ? ['li'] : ['dd', 'dt']
    if (!kind.some((one) => this.#has(one))) return NOTHING
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const entry = this.#stack[index]
      if (!entry) continue
      if (kind.includes(entry.name)) return this.#closeFrom(index)
      if (!SPECIAL.has(entry.name) || entry.name === 'address' || entry.name === 'div' || entry.name === 'p') continue
      if (entry.unsure) this.#doubt(this.#lowest(new Set(kind)))
      return NOTHING
    }
    return NOTHING
  }

  /** The innermost table, -1 when there is none and a browser passes over the tags of its parts. */
  #table(): number {
    return this.#has('table') ? this.#stack.findLastIndex((entry) => entry.name === 'table') : -1
  }

  /** Whether anything from the innermost table on may have been closed already; then nothing here is sure. */
  #doubtTable(table: number): boolean {
    const unsure = this.#stack.slice(table).some((entry) => entry.unsure && (entry.name === 'table' || isPart(entry)))
    if (unsure) this.#doubt(this.#lowest(new Set(['table'])))
    return unsure
  }

  #toTablePart(name: string): readonly string[] {
    const table = this.#table()
    if (table < 0 || this.#doubtTable(table)) return NOTHING
    const rank = TABLE_RANK.get(name) ?? 0
    let index = table + 1
    for (; index < this.#stack.length; index++) {
      const part = this.#stack[index]?.name ?? ''
      if (!TABLE_ROWS.has(part) || (TABLE_RANK.get(part) ?? rank) >= rank) break
    }
    return this.#popTo(index)
  }

  /** A table inside a table but outside its cells ends it. In pages without a doctype it does not end a paragraph. */
  #beforeTable(): readonly string[] {
    const table = this.#table()
    const closing =
      table < 0 || this.#doubtTable(table) || this.#stack.slice(table).some((entry) => TABLE_CELLS.has(entry.name))
        ? NOTHING
        : this.#popTo(table)
    this.#doubt(this.#find('p', PARAGRAPH_SCOPES))
    return closing
  }

  #closeTablePart(name: string): readonly string[] {
    const table = this.#table()
    if (table < 0) return NOTHING
    if (this.#doubtTable(table)) return this.#closeAlone(this.#stack.findLastIndex((entry) => entry.name === name))
    const index = this.#stack.findLastIndex((entry) => entry.name === name)
    return index < table ? NOTHING : this.#popTo(index)
  }

  /** Ends a formatting element; blocks in it stay open, other elements may not (§13.2.6.4.7, the adoption agency). */
  #closeFormatting(name: string): readonly string[] {
    const index = this.#find(name, FORMATTING_ENDS)
    if (index < 0) return NOTHING
    for (const entry of this.#stack.slice(index + 1)) {
      if (!SPECIAL.has(entry.name)) entry.unsure = true
    }
    return this.#remove(index)
  }

  #closeAlone(index: number): readonly string[] {
    if (index < 0) return NOTHING
    this.#doubt(index)
    return this.#remove(index)
  }

  #remove(index: number): readonly string[] {
    const [entry] = this.#stack.splice(index, 1)
    if (!entry) return NOTHING
    this.#forget(entry)
    return entry.ended ? NOTHING : [entry.name]
  }

  /** Closes everything from an index on. Formatting goes on behind it, unless what is closed keeps it in. */
  #popTo(index: number): readonly string[] {
    if (index >= this.#stack.length) return NOTHING
    const popped = this.#stack.splice(index)
    const closed: string[] = []
    const goesOn: Entry[] = []
    let keptIn = false
    for (const entry of popped) {
      keptIn ||= FORMATTING_ENDS.has(entry.name) && !entry.unsure
      if (!entry.ended) closed.push(entry.name)
      if (FORMATTING.has(entry.name) && !keptIn) {
        if (!entry.ended) this.#ended++
        entry.ended = true
        goesOn.push(entry)
      } else this.#forget(entry)
    }
    this.#stack.push(...goesOn)
    this.#reopens = true
    return closed.reverse()
  }

  #forget({ name, levels, ended }: Entry): void {
    this.#count.set(name, (this.#count.get(name) ?? 1) - 1)
    this.#depth -= levels
    if (ended) this.#ended--
  }
}

const isPart = ({ name }: Entry) => TABLE_RANK.has(name)
