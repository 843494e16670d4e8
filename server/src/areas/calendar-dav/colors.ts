/** The tones 1 to 12 of the interface as colours; clients know no tones. The same as `--tone-N-dot` of `shared/ui`. */
export const TONES = [
  '#D15C56',
  '#CB6620',
  '#A86F00',
  '#7B8600',
  '#409D48',
  '#138F76',
  '#0B8D98',
  '#1189BE',
  '#5283E0',
  '#8673D9',
  '#AD65BE',
  '#C95A8B',
] as const

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** The tone that is nearest to a colour such as `#5283E0` or `#5283E0FF`; null for what is no colour. */
export function nearestTone(text: string): number | null {
  const color = /^#[0-9a-f]{6}/i.exec(text.trim())?.[0]
  if (!color) return null
  const wanted = channels(color)
  const distances = TONES.map((tone) =>
    channels(tone).reduce((sum, one, at) => sum + (one - (wanted[at] ?? 0)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances)) + 1
}
