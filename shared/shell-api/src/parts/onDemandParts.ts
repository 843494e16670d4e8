import { useEffect } from 'react'
import { storeOf, useStore } from '../storeOf.ts'
import { fetchPart } from './fetchPart.ts'

/** Milliseconds after a failed attempt, while a caller waits. */
const RETRY_MS = 3_000

export interface OnDemandParts<T> {
  /** Fetches the parts. Cheap to call again. @throws {PartError} when they can't be had now */
  fetchParts(): Promise<T>
  /** The parts in a component, or null until they have come; while they are wanted they are asked for again and again. */
  useParts(wanted?: boolean): T | null
}

/** Parts that a usable page does without, in one chunk that comes ahead of time or when one of them is wanted. */
export function onDemandParts<T>(load: () => Promise<T>): OnDemandParts<T> {
  const parts = storeOf<T | null>(() => null)
  let fetching: Promise<T> | null = null
  const fetchParts = () => {
    fetching ??= fetchPart(load).then(
      (found) => {
        parts.set(found)
        return found
      },
      (error: unknown) => {
        fetching = null
        throw error
      },
    )
    return fetching
  }
  return {
    fetchParts,
    useParts(wanted = true) {
      // biome-ignore lint/correctness/useExhaustiveDependencies: fetchParts is the same for ever
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
    },
  }
}
