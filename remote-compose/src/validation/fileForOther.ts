/** A file whose name names one person of several that the writer writes to, or wrote to, and not one of this letter. */
export interface FileForOther {
  readonly file: string
  readonly name: string
}

/** What a name must have to be looked for in names of files: 张伟, or two words. */
const isTelling = (name: string): boolean => /^\p{Script=Han}{2,4}$/u.test(name) || /^\p{L}{2,}\s\p{L}{2,}$/u.test(name)

const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s._-]+/g, ' ')

/**
 * Files that name a person of `known` who gets nothing of this letter: 报价_李四.pdf in a letter to 张三. A file that
 * names one of its recipients too is meant for them.
 */
export function filesForOthers(
  files: readonly string[],
  recipients: readonly { readonly name: string; readonly address: string }[],
  known: readonly { readonly name: string; readonly address: string }[],
): readonly FileForOther[] {
  const here = new Set(recipients.map(({ address }) => address.toLowerCase()))
  const named = new Set(recipients.map(({ name }) => bare(name)))
  const others = known.filter(
    ({ name, address }) => isTelling(name) && !here.has(address.toLowerCase()) && !named.has(bare(name)),
  )
  return files.flatMap((file) => {
    const text = bare(file)
    if ([...named].some((name) => isTelling(name) && text.includes(name))) return []
    const other = others.find(({ name }) => text.includes(bare(name)))
    return other ? [{ file, name: other.name }] : []
  })
}
