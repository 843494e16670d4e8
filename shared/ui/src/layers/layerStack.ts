import { isComposing } from '../hooks/isComposing.ts'

/** Something open above the page that Escape or a press outside may close. */
export interface Layer {
  /** Whether a press on this node counts as inside (the layer itself or what it hangs on). */
  contains(node: Node): boolean
  dismiss(reason: 'escape' | 'outside'): void
  /** A modal layer shields the layers below it from presses outside. */
  modal: boolean
}

const stack: Layer[] = []

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented) return
  const top = stack.at(-1)
  if (!top) return
  event.preventDefault()
  event.stopPropagation()
  top.dismiss('escape')
}

function onPointerDown(event: PointerEvent): void {
  const target = event.target
  if (!(target instanceof Node)) return
  for (const layer of [...stack].reverse()) {
    if (layer.contains(target)) return
    layer.dismiss('outside')
    if (layer.modal) return
  }
}

/** Adds a layer on top; the returned function removes it. Escape reaches the top layer only. */
export function pushLayer(layer: Layer): () => void {
  if (stack.length === 0) {
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('pointerdown', onPointerDown, true)
  }
  stack.push(layer)
  return () => {
    const at = stack.indexOf(layer)
    if (at >= 0) stack.splice(at, 1)
    if (stack.length === 0) {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('pointerdown', onPointerDown, true)
    }
  }
}
