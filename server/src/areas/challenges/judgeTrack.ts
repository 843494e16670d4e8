import type { TrackPoint } from '@yanshu/contracts'

/** How far beside the gap the piece may lie, in pixels: a finger covers what it moves. */
export const TOLERANCE = 5
/** A person needs longer to see the gap and go there, in milliseconds. */
const SHORTEST_MS = 250
const POINTS_MIN = 4
/**
 * The speeds of a hand differ from their mean by more than this part of it, those of a key that is held too, for the pause
 * before it repeats; those of a program that draws a line do not.
 */
const SPEED_SPREAD_MIN = 0.08
/** Clocks of the browser and of the network may differ by so much, in milliseconds. */
const CLOCK_SLACK_MS = 1_500

export type TrackVerdict = 'right' | 'beside' | 'no-track' | 'too-fast' | 'even-speed' | 'before-its-time'

/**
 * Whether a track leads to the gap as a hand or as the arrow keys move: in time, through several points, and not at one
 * speed. Pure.
 * @param target pixels
 * @param sinceIssued milliseconds since the puzzle was handed out
 */
export function judgeTrack(track: readonly TrackPoint[], target: number, sinceIssued: number): TrackVerdict {
  const first = track[0]
  const last = track.at(-1)
  if (!first || !last || track.length < POINTS_MIN) return 'no-track'
  if (track.some((point, at) => at > 0 && point.t < (track[at - 1]?.t ?? 0))) return 'no-track'
  if (Math.abs(first.x) > TOLERANCE) return 'no-track'
  if (last.t - first.t < SHORTEST_MS) return 'too-fast'
  if (last.t - first.t > sinceIssued + CLOCK_SLACK_MS) return 'before-its-time'
  if (spreadOfSpeeds(track) < SPEED_SPREAD_MIN) return 'even-speed'
  return Math.abs(last.x - target) <= TOLERANCE ? 'right' : 'beside'
}

/** Standard deviation of the speeds between points, as a part of their mean. Points where nothing moved count too. */
function spreadOfSpeeds(track: readonly TrackPoint[]): number {
  const speeds: number[] = []
  for (let at = 1; at < track.length; at++) {
    const [from, to] = [track[at - 1], track[at]]
    if (from && to && to.t > from.t) speeds.push(Math.abs(to.x - from.x) / (to.t - from.t))
  }
  if (speeds.length < POINTS_MIN - 1) return 0
  const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length
  if (mean === 0) return 0
  const variance = speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / speeds.length
  return Math.sqrt(variance) / mean
}
