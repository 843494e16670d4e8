import { type RefObject, useEffect, useRef } from 'react'
import type { Offer } from './open.ts'

/**
 * Offers what a view shows while it is shown, and brings it to the front with the focus. `value` null offers nothing.
 * @param make `open.offerMail` or `open.offerLetter`
 * @param place the element whose focus counts
 */
export function useOffer<T>(make: () => Offer<T>, value: T | null, place: RefObject<HTMLElement | null>): void {
  const mine = useRef<Offer<T> | null>(null)
  const latest = useRef(value)
  const there = value !== null
  useEffect(() => {
    latest.current = value
    if (value !== null) mine.current?.show(value)
  }, [value])
  useEffect(() => {
    if (!there) return
    const offer = make()
    mine.current = offer
    const show = (toFront: boolean) => latest.current !== null && offer.show(latest.current, toFront)
    show(true)
    const element = place.current
    const onFocus = () => show(true)
    element?.addEventListener('focusin', onFocus)
    return () => {
      element?.removeEventListener('focusin', onFocus)
      mine.current = null
      offer.end()
    }
  }, [there, make, place])
}
