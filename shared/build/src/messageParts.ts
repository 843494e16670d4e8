import type { MessageTree } from './messageProblems.ts'

/**
 * Which messages come together, by the name of the part: groups and single messages by their paths (`search`,
 * `list.empty`, `held.drafted|failed` for two of a group), and `*` for all that no path names. Of two paths the longer one
 * decides: a group may stand in one part and some of its messages in another. A plural is named without its ending.
 */
export type MessageParts = Readonly<Record<string, readonly string[]>>

/** Stands for all messages that are not named. */
const REST = '*'
const PLURAL = /_(?:zero|one|two|few|many|other)$/

/** The paths of an entry: `held.drafted|failed` are two. */
function pathsOf(entry: string): string[] {
  const group = entry.slice(0, entry.lastIndexOf('.') + 1)
  return entry
    .slice(group.length)
    .split('|')
    .map((key) => group + key)
}

/** Every named path with its part. */
const named = (parts: MessageParts): [path: string, part: string][] =>
  Object.entries(parts).flatMap(([part, entries]) =>
    entries.flatMap(pathsOf).map((path): [string, string] => [path, part]),
  )

/**
 * Checks parts as they are declared.
 * @param name the package
 * @throws with a sentence each: a group in two parts, no part that has the rest
 */
export function checkParts(name: string, parts: MessageParts = {}): void {
  if (Object.keys(parts).length === 0) return
  const paths = named(parts)
  const twice = [...Map.groupBy(paths, ([path]) => path)].filter(([, all]) => all.length > 1)
  const problems = [
    ...Object.keys(parts)
      .filter((part) => !/^\w+$/.test(part))
      .map((part) => `"${part}" is no name for a part of the messages: write a word`),
    ...twice.map(([path, all]) => `the messages "${path}" are in two parts: ${all.map(([, part]) => part).join(', ')}`),
    ...(paths.some(([path]) => path === REST) ? [] : [`no part of the messages has the rest: write '${REST}' in one`]),
  ]
  if (problems.length > 0) throw new Error(problems.map((problem) => `${name}: ${problem}`).join('\n'))
}

/** Paths that are named and that a language does not have. */
export function unknownPaths(tree: MessageTree, parts: MessageParts): string[] {
  const known = new Set([REST])
  const add = (of: MessageTree, before: string) => {
    for (const [key, value] of Object.entries(of)) {
      const path = before + key
      known.add(path)
      if (typeof value === 'string') known.add(path.replace(PLURAL, ''))
      else add(value, `${path}.`)
    }
  }
  add(tree, '')
  return named(parts).flatMap(([path]) => (known.has(path) ? [] : [path]))
}

/** The messages of one part, in the order of the tree. */
export function cutMessages(tree: MessageTree, parts: MessageParts, part: string): MessageTree {
  const partOf = new Map(named(parts))
  const cut = (of: MessageTree, before: string, inherited: string | undefined): MessageTree =>
    Object.fromEntries(
      Object.entries(of).flatMap(([key, value]): [string, MessageTree | string][] => {
        const path = before + key
        if (typeof value === 'string') {
          const own = partOf.get(path) ?? partOf.get(path.replace(PLURAL, '')) ?? inherited
          return own === part ? [[key, value]] : []
        }
        const inside = cut(value, `${path}.`, partOf.get(path) ?? inherited)
        return Object.keys(inside).length > 0 ? [[key, inside]] : []
      }),
    )
  return cut(tree, '', partOf.get(REST))
}
