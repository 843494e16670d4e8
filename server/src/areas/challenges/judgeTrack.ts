import type { TrackPoint } from '@yanshu/contracts'

/** How far beside the gap the piece may lie, in pixels: a finger covers what it moves. */
export const TOLERANCE = 5
/** A person needs longer to see the gap and go there, in milliseconds. */
const SHORTEST_MS = 250
const POINTS_MIN = 4
/** A pointer reports its place some sixty times a second: a drag leaves more points than this. */
const HAND_POINTS_MIN = 8
/** The speeds of a hand differ from their mean by more than this part of it; those of a program that draws a line do not. */
const SPEED_SPREAD_MIN = 0.08
/**
 * Parts of equal length into which a movement is cut to see how its speed goes on. Of 4,000 simulated hands 99 in 100 have a
 * memory of more than 0.38 and a peak of more than 1.7; numbers drawn for each of 120 points one in 100 of more than 0.47,
 * and of more than 1.43.
 */
const PARTS = 12
/** How much a speed has in common with the one before, from -1 to 1: a hand gains and loses speed over the whole way. */
const SPEED_MEMORY_MIN = 0.3
/** The highest speed beside the mean. */
const SPEED_PEAK_MIN = 1.5
/** The moments of a pointer's reports are never this even, in milliseconds: screen and hand have clocks of their own. */
const EVEN_CLOCK_MS = 0.05
/** The steps of the page's keys, in pixels (SliderPuzzle of the host). */
const KEY_STEPS: readonly number[] = [3, 15]
/** Clocks of the browser and of the network may differ by so much, in milliseconds. */
const CLOCK_SLACK_MS = 1_500

/** `hand` and `keys` are right, the second at a higher price: a program makes the same steps. */
export type TrackVerdict =
  | 'hand'
  | 'keys'
  | 'beside'
  | 'no-track'
  | 'too-fast'
  | 'even-speed'
  | 'made-up'
  | 'before-its-time'

/**
 * Whether a track leads to the gap as a hand or as the arrow keys move: in time, through several points, and not as a
 * program draws one. Pure.
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
  const isThere = Math.abs(last.x - target) <= TOLERANCE
  if (isByKeys(track)) return isThere ? 'keys' : 'beside'
  const speeds = speedsOf(track)
  if (spreadOf(speeds) < SPEED_SPREAD_MIN) return 'even-speed'
  if (track.length < HAND_POINTS_MIN || isEvenlyTimed(track) || !movesLikeHand(track)) return 'made-up'
  return isThere ? 'hand' : 'beside'
}

/** Whether each step but the last, which may end at the edge, is one of a key. */
function isByKeys(track: readonly TrackPoint[]): boolean {
  const steps = track.slice(1, -1).map(({ x }, at) => Math.abs(x - (track[at]?.x ?? 0)))
  return steps.filter((step) => step > 0).every((step) => KEY_STEPS.some((key) => Math.abs(step - key) < 0.01))
}

/** Pixels in a millisecond between points, where time went on. Points where nothing moved count too. */
function speedsOf(track: readonly TrackPoint[]): readonly number[] {
  return track.slice(1).flatMap(({ x, t }, at) => {
    const from = track[at]
    return from && t > from.t ? [Math.abs(x - from.x) / (t - from.t)] : []
  })
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation of the speeds, as a part of their mean. */
function spreadOf(speeds: readonly number[]): number {
  if (speeds.length < POINTS_MIN - 1) return 0
  const mean = meanOf(speeds)
  return mean === 0 ? 0 : Math.sqrt(meanOf(speeds.map((speed) => (speed - mean) ** 2))) / mean
}

/** Where the piece was at a moment, between the points that were reported; at the last one after it. */
function placeAt(track: readonly TrackPoint[], moment: number): number {
  const next = track.findIndex(({ t }) => t >= moment)
  const to = next === -1 ? track.at(-1) : track[next]
  const from = track[next - 1]
  if (!from || !to || to.t === from.t) return to?.x ?? 0
  return from.x + ((to.x - from.x) * (moment - from.t)) / (to.t - from.t)
}

/** Whether the speed rises and falls over the whole way, which is no matter of single points: those are whole pixels. */
function movesLikeHand(track: readonly TrackPoint[]): boolean {
  const [begin, end] = [track[0]?.t ?? 0, track.at(-1)?.t ?? 0]
  const places = Array.from({ length: PARTS + 1 }, (_, at) => placeAt(track, begin + ((end - begin) * at) / PARTS))
  const speeds = places.slice(1).map((x, at) => Math.abs(x - (places[at] ?? 0)))
  const mean = meanOf(speeds)
  const off = speeds.map((speed) => speed - mean)
  const together = off.slice(1).reduce((sum, value, at) => sum + value * (off[at] ?? 0), 0)
  const alone = off.reduce((sum, value) => sum + value * value, 0)
  return alone > 0 && together / alone >= SPEED_MEMORY_MIN && Math.max(...speeds) / mean >= SPEED_PEAK_MIN
}

/** Whether all reports are equally far apart. */
function isEvenlyTimed(track: readonly TrackPoint[]): boolean {
  const pauses = track.slice(1).map(({ t }, at) => t - (track[at]?.t ?? 0))
  return Math.max(...pauses) - Math.min(...pauses) <= EVEN_CLOCK_MS
}
