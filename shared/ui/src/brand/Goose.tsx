import type { ComponentProps } from 'react'
import css from './Goose.module.css'
import { GOOSE_STROKE } from './gooseStroke.ts'

/** The far wing behind the near one with its three feathers, the fold of the near wing, the eye. */
const DETAIL =
  'M66 44.6C70.6 32 70.6 15 64 1C63.9 6.5 62.9 11 61.1 15C59.9 12.2 58.2 9.8 56 7.8C56.9 12.8 56.7 17 55.5 21C54.1 18.4 52.2 16.2 49.8 14.6C51.4 19.6 52.1 25 51.5 30.6M38 54C45 55.6 53 54 60 48.5M90.2 27.6h.01'

/** A line of geese far away, each two flicks of the brush. */
const FORMATION = [
  [118, 30],
  [131, 22],
  [129, 42],
  [144, 15],
  [141, 55],
] as const

export interface GooseMarkProps extends Omit<ComponentProps<'svg'>, 'children'> {
  /** Height in px. */
  size?: number | undefined
  label?: string | undefined
}

/** The mark: a wild goose in flight in one brush stroke, in the colour of the text around it. */
export function GooseMark({ size = 24, label, ...rest }: GooseMarkProps) {
  return (
    <svg
      {...rest}
      viewBox="0 0 100 90"
      height={size}
      width={Math.round((size * 100) / 90)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={GOOSE_STROKE} fill="currentColor" />
    </svg>
  )
}

/** The goose in line art following its flight, for empty states and the login field. Takes the width and colour it is given. */
export function GooseLine(props: Omit<ComponentProps<'svg'>, 'children'>) {
  return (
    <svg viewBox="0 0 156 90" aria-hidden="true" {...props}>
      <g className={css.line}>
        <path d={GOOSE_STROKE} />
        <path d={DETAIL} />
        {FORMATION.map(([x, y]) => (
          <path key={x} d={`M${x - 5} ${y - 2.5}q4-.8 5 2.5q1.8-4.5 6-4.8`} />
        ))}
      </g>
    </svg>
  )
}
