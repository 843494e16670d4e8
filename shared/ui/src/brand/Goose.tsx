import type { ComponentProps } from 'react'
import { GOOSE_BOX, GOOSE_STROKES } from './gooseStrokes.ts'

export interface GooseMarkProps extends Omit<ComponentProps<'svg'>, 'children'> {
  /** Height in px. */
  size?: number | undefined
  label?: string | undefined
}

/** The mark: a wild goose in flight in two brush strokes, in the colour of the text around it. */
export function GooseMark({ size = 24, label, ...rest }: GooseMarkProps) {
  return (
    <svg
      {...rest}
      viewBox={`0 0 ${GOOSE_BOX.width} ${GOOSE_BOX.height}`}
      height={size}
      width={Math.round((size * GOOSE_BOX.width) / GOOSE_BOX.height)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={GOOSE_STROKES} fill="currentColor" />
    </svg>
  )
}
