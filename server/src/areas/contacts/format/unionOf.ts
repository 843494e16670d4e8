import type { Labelled } from '@yanshu/contracts'

/**
 * Addresses or numbers of both lists, each once; a kind that is known replaces `other`.
 * @param same what two values are compared by
 */
export function unionOf(
  there: readonly Labelled[],
  more: readonly Labelled[],
  same: (value: string) => string,
): Labelled[] {
  const all = new Map(there.map((one) => [same(one.value), one]))
  for (const one of more) {
    const known = all.get(same(one.value))
    if (!known) all.set(same(one.value), one)
    else if (known.kind === 'other') all.set(same(one.value), { kind: one.kind, value: known.value })
  }
  return [...all.values()]
}

/** What mail addresses are compared by. */
export const sameAddress = (value: string): string => value.toLowerCase()

/** What postal addresses are compared by. */
export const samePlace = (value: string): string => value.replaceAll(/\s+/g, '')
