import { type RefObject, useLayoutEffect } from 'react'
import { type Box, type Placement, place } from './place.ts'

/** What a layer hangs on: an element, or a point of the window. */
export type Anchor = RefObject<Element | null> | Element | { readonly x: number; readonly y: number } | null

export function anchorElement(anchor: Anchor): Element | null {
  if (!anchor) return null
  if (anchor instanceof Element) return anchor
  return 'current' in anchor ? anchor.current : null
}

function anchorBox(anchor: Anchor): Box {
  if (anchor && 'x' in anchor && !(anchor instanceof Element)) {
    return { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y }
  }
  const own = anchorElement(anchor)
  // What is hidden (a button that a narrow bar leaves out) has no place of its own; what holds it has.
  let shown = own
  while (shown && shown.getClientRects().length === 0) shown = shown.parentElement
  const box = shown?.getBoundingClientRect()
  if (box && (shown === own || box.height < window.innerHeight / 2)) return box
  // Hidden with everything around it, or gone: the upper middle of the window is better than a corner.
  const middle = { x: window.innerWidth / 2, y: window.innerHeight / 4 }
  return { left: middle.x, right: middle.x, top: middle.y, bottom: middle.y }
}

export interface AnchoredOptions {
  placement: Placement
  gap?: number | undefined
  /** Make the layer at least as wide as its anchor. */
  matchWidth?: boolean | undefined
}

/** Keeps an open layer beside its anchor while the page scrolls, resizes or the layer grows. */
export function useAnchored(
  open: boolean,
  ref: RefObject<HTMLElement | null>,
  anchor: Anchor,
  { placement, gap = 4, matchWidth = false }: AnchoredOptions,
): void {
  useLayoutEffect(() => {
    const layer = ref.current
    if (!open || !layer) return
    const update = () => {
      const box = anchorBox(anchor)
      if (matchWidth) layer.style.minWidth = `${box.right - box.left}px`
      const size = { width: layer.offsetWidth, height: layer.offsetHeight }
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const { left, top } = place(box, size, view, placement, gap)
      layer.style.left = `${Math.round(left)}px`
      layer.style.top = `${Math.round(top)}px`
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(layer)
    addEventListener('scroll', update, { capture: true, passive: true })
    addEventListener('resize', update)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', update, { capture: true })
      removeEventListener('resize', update)
    }
  }, [open, ref, anchor, placement, gap, matchWidth])
}
