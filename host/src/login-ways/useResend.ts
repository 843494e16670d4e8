import { useEffect, useState } from 'react'

/** Counts the seconds down until another code may be sent. */
export function useResend(): { readonly seconds: number; readonly wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [seconds])
  return {
    seconds,
    wait: (next) => {
      setNow(Date.now())
      setUntil(Date.now() + next * 1_000)
    },
  }
}
