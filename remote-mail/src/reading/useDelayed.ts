import { useEffect, useState } from 'react'

/** True once `ms` have passed since `waiting` became true; false again when it ends. */
export function useDelayed(waiting: boolean, ms: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), ms)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, ms])
  return waiting && late
}
