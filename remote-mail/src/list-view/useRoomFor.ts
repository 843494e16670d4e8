import { type RefObject, useEffect, useState } from 'react'

/** Whether an element has so many pixels of width: it may be half of the room. True until it is measured. */
export function useRoomFor(of: RefObject<HTMLElement | null>, px: number): boolean {
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      // A view that is hidden has no width.
      if (element.clientWidth > 0) setFits(element.clientWidth >= px)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [of, px])
  return fits
}
