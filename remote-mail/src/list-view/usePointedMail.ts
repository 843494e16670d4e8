import { type PointerEvent, useRef } from 'react'
import { prefetchMail } from './warmReading.ts'

/** Fetches the mail that the mouse points at; what it answers is called with every move of the pointer. */
export function usePointedMail(): (event: PointerEvent) => void {
  const last = useRef('')
  return (event) => {
    // A list that scrolls below a pointer at rest brings rows there without a movement of the pointer.
    const at = `${event.screenX} ${event.screenY}`
    if (at === last.current) return
    last.current = at
    const near = event.target instanceof Element ? event.target.closest('[data-mail]') : null
    const id = Number(near?.getAttribute('data-mail'))
    if (id && event.pointerType === 'mouse') void prefetchMail(id)
  }
}
