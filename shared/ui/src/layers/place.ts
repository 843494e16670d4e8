/** Where a layer stands beside its anchor: side, then how it lines up. */
export type Placement =
  | 'bottom-start'
  | 'bottom-end'
  | 'bottom'
  | 'top-start'
  | 'top-end'
  | 'top'
  | 'right-start'
  | 'left-start'

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const MARGIN = 8

/** Viewport position of a layer: the wished side, the other side when there is no room, never outside the window. All in px. */
export function place(
  anchor: Box,
  layer: Size,
  view: Size,
  placement: Placement,
  gap: number,
): { left: number; top: number } {
  const [side = 'bottom', align = 'center'] = placement.split('-')
  const clamp = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - size - MARGIN))
  if (side === 'right' || side === 'left') {
    const right = anchor.right + gap
    const left = anchor.left - gap - layer.width
    const fitsRight = right + layer.width + MARGIN <= view.width
    const fitsLeft = left >= MARGIN
    const x = side === 'right' ? (fitsRight || !fitsLeft ? right : left) : fitsLeft || !fitsRight ? left : right
    return { left: clamp(x, layer.width, view.width), top: clamp(anchor.top, layer.height, view.height) }
  }
  const below = anchor.bottom + gap
  const above = anchor.top - gap - layer.height
  const fitsBelow = below + layer.height + MARGIN <= view.height
  const fitsAbove = above >= MARGIN
  const y = side === 'bottom' ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below
  const x =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.right - layer.width
        : (anchor.left + anchor.right - layer.width) / 2
  return { left: clamp(x, layer.width, view.width), top: clamp(y, layer.height, view.height) }
}
