import { storeOf, useStore } from '@yanshu/shell-api'
import { useEffect } from 'react'

type Parts = typeof import('./parts.ts')

/** After a failed attempt, while somebody waits for it. */
const RETRY_MS = 3_000

const parts = storeOf<Parts | null>(() => null)
let fetching: Promise<Parts> | null = null

/**
 * Fetches what a list can be used without: what opens from it, selection, menus. It comes with the reading pane, which
 * is fetched ahead as well. Cheap to call again; rejects when it can't be had.
 */
export function fetchParts(): Promise<Parts> {
  fetching ??= import(/* webpackChunkName: "reading" */ './parts.ts').then(
    (module) => {
      parts.set(module)
      return module
    },
    (error: unknown) => {
      fetching = null
      throw error
    },
  )
  return fetching
}

/** The parts, or null until they have come; while they are wanted they are asked for again and again. */
export function useParts(wanted: boolean): Parts | null {
  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout>
    const attempt = () => {
      fetchParts().catch(() => {
        timer = setTimeout(attempt, RETRY_MS)
      })
    }
    attempt()
    return () => clearTimeout(timer)
  }, [wanted])
  return useStore(parts)
}
