import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
/** The time in epoch milliseconds, new at the start of every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
