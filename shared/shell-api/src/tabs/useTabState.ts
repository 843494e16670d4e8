import type { TabHandle } from '@yanshu/contracts'
import { useEffect, useState } from 'react'

/** What views have kept, as long as their tab exists. */
const kept = new WeakMap<TabHandle, Map<string, unknown>>()

/**
 * State of a view that is kept as long as its tab: the host unmounts views that were not visited for long, and the next
 * view of the tab begins with the kept state. `valid` shows whether a kept value is still valid; others are dropped.
 */
export function useTabState<T>(
  tab: TabHandle,
  name: string,
  first: T,
  valid: (value: unknown) => value is T,
): [T, (value: T | ((now: T) => T)) => void] {
  const [value, set] = useState<T>(() => {
    const before = kept.get(tab)?.get(name)
    return valid(before) ? before : first
  })
  useEffect(() => {
    const mine = kept.get(tab) ?? new Map<string, unknown>()
    kept.set(tab, mine.set(name, value))
  }, [tab, name, value])
  return [value, set]
}
