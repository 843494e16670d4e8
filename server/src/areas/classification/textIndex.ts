/** Up to so many values, looking for one after the other is as fast. */
const FEW = 16
/** Beginnings are told apart by their first two characters, in so many groups. */
const GROUPS = 1 << 14

const groupOf = (first: number, second: number): number => (Math.imul(first, 31) ^ second) & (GROUPS - 1)

/**
 * Many values that are looked for in one text: the text is gone through once for all of them, instead of once for each.
 * Values are added while rules are prepared, and looked for afterwards.
 */
export class TextIndex {
  readonly #values = new Set<string>()
  #groups: Map<number, string[]> | null = null
  #marks = new Uint8Array(0)
  readonly #found = new WeakMap<object, ReadonlySet<string>>()

  add(value: string): void {
    this.#values.add(value)
  }

  /** Whether a text includes a value that was added. `key` stands for the text: what was found in it is kept with it. */
  includes(key: object, text: string, value: string): boolean {
    if (this.#values.size <= FEW || value.length < 2) return text.includes(value)
    let found = this.#found.get(key)
    if (!found) {
      found = this.#search(text)
      this.#found.set(key, found)
    }
    return found.has(value)
  }

  #search(text: string): ReadonlySet<string> {
    const groups = this.#prepared()
    const marks = this.#marks
    const found = new Set<string>()
    let first = text.charCodeAt(0)
    for (let at = 1; at < text.length; at++) {
      const second = text.charCodeAt(at)
      const group = groupOf(first, second)
      first = second
      if (marks[group] === 0) continue
      for (const value of groups.get(group) ?? []) if (text.startsWith(value, at - 1)) found.add(value)
    }
    return found
  }

  #prepared(): Map<number, string[]> {
    if (this.#groups) return this.#groups
    const groups = new Map<number, string[]>()
    const marks = new Uint8Array(GROUPS)
    for (const value of this.#values) {
      if (value.length < 2) continue
      const group = groupOf(value.charCodeAt(0), value.charCodeAt(1))
      marks[group] = 1
      groups.set(group, [...(groups.get(group) ?? []), value])
    }
    this.#groups = groups
    this.#marks = marks
    return groups
  }
}
