import { type RefObject, useEffect } from 'react'

/** As a button appears because a press has put it in place of another one, it gets the focus. */
export function useFocusAfterPress(pressed: RefObject<boolean>, button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (pressed.current) button.current?.focus({ preventScroll: true })
    pressed.current = false
  }, [pressed, button])
}
