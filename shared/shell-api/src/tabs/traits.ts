import type { RouteClaim } from '@yanshu/discovery'

const NAMES = ['manyTabs', 'oneTab', 'bare', 'reopen'] as const

/** What the route of a path declares about its tabs. */
export type TabTraits = { readonly [Name in (typeof NAMES)[number]]?: RouteClaim[Name] }

/** The traits among what is read from a route or from storage. */
export function traitsIn(value: unknown): TabTraits {
  const traits: Partial<Record<keyof TabTraits, boolean>> = {}
  for (const name of NAMES) {
    const trait: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
    if (typeof trait === 'boolean') traits[name] = trait
  }
  return traits
}

export const sameTraits = (a: TabTraits, b: TabTraits): boolean => NAMES.every((name) => a[name] === b[name])
