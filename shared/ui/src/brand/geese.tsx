/** A goose far away, flying to the right: two flicks of the brush, some 15 wide around its own middle. */
const FLICKS = 'M-7 -2.6C-4 -3.4 -1.4 -2 0 .6C1.6 -3 4.6 -4.8 8 -4.8C5 -3.4 2.6 -1.2 .6 2.4C-1.2 -.4 -3.6 -2.2 -7 -2.6Z'

/** Where a goose is and how large: x, y, scale. */
export type GoosePlace = readonly [x: number, y: number, scale: number]

/** Geese far away, in the colour of their group. */
export function Geese({ at, className }: { at: readonly GoosePlace[]; className?: string | undefined }) {
  return (
    <g className={className}>
      {at.map(([x, y, scale]) => (
        <path key={`${x} ${y}`} d={FLICKS} transform={`translate(${x} ${y}) scale(${scale})`} />
      ))}
    </g>
  )
}

/**
 * A skein as geese fly: a leader with two arms behind it, like 人 lying on its side.
 * @param arms how many follow in the upper and in the lower arm
 */
export function skein(x: number, y: number, scale: number, arms: readonly [number, number]): GoosePlace[] {
  const places: GoosePlace[] = [[x, y, scale]]
  for (let at = 1; at <= arms[0]; at++) places.push([x - 17 * scale * at, y - 5.5 * scale * at, scale])
  for (let at = 1; at <= arms[1]; at++) places.push([x - 12 * scale * at, y + 10 * scale * at, scale])
  return places
}
