/** Characters that some system does not take in the name of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNFIT = /[<>:"\\|?*\u0000-\u001f]/g

/** A path that every system can unpack inside of the folder it is unpacked to: without `..`, a root and a drive. */
export const safePath = (wanted: string): string =>
  wanted
    .split('/')
    .map((part) => part.replace(UNFIT, '_').replace(/[. ]+$/, ''))
    .filter((part) => part !== '')
    .join('/') || 'file'

/**
 * The paths of one archive, each given once: of equal ones, in any case, the later get a number before their ending. The
 * next number of a path is remembered, so that many files of one name cost no more each than one.
 */
export class ArchivePaths {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  take(path: string): string {
    const key = path.toLowerCase()
    const dot = path.lastIndexOf('.')
    const cut = dot > path.lastIndexOf('/') + 1 ? dot : path.length
    let found = path
    let number = this.#next.get(key) ?? 2
    for (; this.#taken.has(found.toLowerCase()); number++) found = `${path.slice(0, cut)} (${number})${path.slice(cut)}`
    if (found !== path) this.#next.set(key, number)
    this.#taken.add(found.toLowerCase())
    return found
  }
}
