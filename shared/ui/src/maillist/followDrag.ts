export interface DragWatch {
  /** The pointer moved; `dropId` is the `data-drop-id` of what is below it. */
  onMove: (point: { x: number; y: number }, dropId: string | undefined) => void
  onDrop: (dropId: string | undefined) => void
  /** Escape, or the system took the pointer away. */
  onCancel: () => void
}

function dropIdAt(x: number, y: number): string | undefined {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-id]')
  return target?.dataset.dropId
}

/** Follows the pointer after a drag has begun, until it is released. Returns a function that stops. */
export function followDrag({ onMove, onDrop, onCancel }: DragWatch): () => void {
  const control = new AbortController()
  const { signal } = control
  const end = (finish: () => void) => {
    control.abort()
    finish()
  }
  document.addEventListener(
    'pointermove',
    (event) => onMove({ x: event.clientX, y: event.clientY }, dropIdAt(event.clientX, event.clientY)),
    { signal },
  )
  document.addEventListener('pointerup', (event) => end(() => onDrop(dropIdAt(event.clientX, event.clientY))), {
    signal,
  })
  // The pointer was released outside, without an event.
  document.addEventListener('pointerdown', () => end(onCancel), { signal, capture: true })
  document.addEventListener('pointercancel', () => end(onCancel), { signal })
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end(onCancel)
    },
    { signal, capture: true },
  )
  swallowItsClick()
  return () => control.abort()
}

/**
 * A press that became a drag must not open the mail it began on. Its click, if there is one, follows the release at once; one
 * released outside of the window has none, and the next click is another one's.
 */
function swallowItsClick(): void {
  const over = new AbortController()
  const { signal } = over
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal },
  )
  document.addEventListener('pointerup', () => setTimeout(() => over.abort()), { capture: true, signal })
  document.addEventListener('pointerdown', () => over.abort(), { capture: true, signal })
}
