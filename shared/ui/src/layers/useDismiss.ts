import { type RefObject, useEffect } from 'react'
import { useLatest } from '../hooks/useLatest.ts'
import { pushLayer } from './layerStack.ts'

export interface DismissOptions {
  /** Further elements that count as inside, such as the button that opened the layer. */
  inside?: readonly (RefObject<Element | null> | undefined)[] | undefined
  modal?: boolean | undefined
}

/** While `open`, calls `onDismiss` when Escape is pressed with this layer on top, or when a press lands outside of it. */
export function useDismiss(
  open: boolean,
  ref: RefObject<Element | null>,
  onDismiss: (reason: 'escape' | 'outside') => void,
  { inside, modal = false }: DismissOptions = {},
): void {
  const latest = useLatest({ onDismiss, inside })
  useEffect(() => {
    if (!open) return
    return pushLayer({
      contains: (node) =>
        Boolean(ref.current?.contains(node) || latest.current.inside?.some((each) => each?.current?.contains(node))),
      dismiss: (reason) => latest.current.onDismiss(reason),
      modal,
    })
  }, [open, modal, ref, latest])
}
