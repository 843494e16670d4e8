import { type RefObject, useEffect, useState } from 'react'

/** Whether the focus is in an element, or in a frame of it: going into a frame is no event of the page but the blur of its window. */
export function useFocusWithin(place: RefObject<HTMLElement | null>): boolean {
  const [isWithin, setWithin] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const look = () => setWithin(place.current?.contains(document.activeElement) ?? false)
    // As the focus goes, the next element does not have it yet.
    const lookNext = () => queueMicrotask(look)
    document.addEventListener('focusin', look, { signal })
    document.addEventListener('focusout', lookNext, { signal })
    window.addEventListener('blur', lookNext, { signal })
    return () => listening.abort()
  }, [place])
  return isWithin
}
