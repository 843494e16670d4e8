import { useCallback, useSyncExternalStore } from 'react'
import { eventsOf } from '../storeOf.ts'
import { local, parseJson } from './browserStorage.ts'

const changed = eventsOf<string>()
/** One entry per preference. */
const parsed = new Map<string, { text: string; value: unknown }>()

/** The stored value, the same object as long as its text is the same. */
function read(key: string): unknown {
  const text = local.get(`yanshu.pref.${key}`)
  if (text === null) return undefined
  const known = parsed.get(key)
  if (known?.text === text) return known.value
  const value = parseJson(text)
  parsed.set(key, { text, value })
  return value
}

/** Whether a stored value can stand where `fallback` stands. A preference of an older version must not break a view. */
function fits<T>(value: unknown, fallback: T): value is T {
  if (value === undefined || value === null) return false
  if (Array.isArray(fallback) !== Array.isArray(value)) return false
  return fallback === null || typeof value === typeof fallback
}

/**
 * A small preference of this device (width of a column, state of the sidebar), the same in all windows of the browser,
 * cleared at logout like everything else.
 * A stored value whose type differs from the fallback's is ignored.
 */
export function usePreference<T>(key: string, fallback: T): [T, (value: T) => void] {
  const stored = useSyncExternalStore(
    useCallback(
      (fn: () => void) => {
        const stop = changed.on((name) => name === key && fn())
        // Other windows of this browser have the same preferences.
        addEventListener('storage', fn)
        return () => {
          stop()
          removeEventListener('storage', fn)
        }
      },
      [key],
    ),
    () => read(key),
  )
  const set = useCallback(
    (value: T) => {
      local.set(`yanshu.pref.${key}`, JSON.stringify(value))
      changed.emit(key)
    },
    [key],
  )
  return [fits(stored, fallback) ? stored : fallback, set]
}
