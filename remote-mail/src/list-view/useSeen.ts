import { useEffect, useState } from 'react'
import { whenIdle } from './whenIdle.ts'

/** What is drawn counts as seen after this time at the latest. */
const SEEN_WITHIN_MS = 200

/** False until what is drawn with it has been seen: what is asked for only then keeps nobody waiting. */
export function useSeen(): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => whenIdle(() => setSeen(true), SEEN_WITHIN_MS), [])
  return seen
}
