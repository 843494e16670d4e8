import { useEffect, useState } from 'react'
import { whenIdle } from './whenIdle.ts'

/** What is drawn counts as seen after this time at the latest. */
const SEEN_WITHIN_MS = 200

/** False until what is drawn with it has been seen: a request that begins only then delays nothing on the screen. */
export function useSeen(): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => whenIdle(() => setSeen(true), SEEN_WITHIN_MS), [])
  return seen
}
