import { createHash } from 'node:crypto'
import { CHALLENGE_LIFE_MS, type TrackPoint } from '@yanshu/contracts'
import { z } from 'zod'
import { CaptchaWrongError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { type TakingParts, ticketKind } from '../../store/tickets/tickets.ts'
import { chance } from './chance.ts'
import { CAPTCHA_LENGTH, drawCaptcha } from './drawCaptcha.ts'
import { drawSlider, PIECE, SLIDER_HEIGHT, SLIDER_WIDTH } from './drawSlider.ts'
import { judgeTrack } from './judgeTrack.ts'
import { pngAddress } from './png.ts'

type Parts = Pick<Context, 'store' | 'now'>

const challenges = ticketKind(
  'challenge',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('slider'), target: z.number(), issuedAt: z.number(), seed: z.string().default('') }),
    z.object({ kind: z.literal('image'), text: z.string() }),
    z.object({ kind: z.literal('work'), seed: z.string() }),
  ]),
  CHALLENGE_LIFE_MS,
)
const nothing = z.object({})
/** Shows that a challenge was solved. */
const passes = ticketKind('challenge-pass', nothing, CHALLENGE_LIFE_MS)
/** Tracks that were sent, kept for as long as they might be sent again. */
const tracks = ticketKind('challenge-track', nothing, 24 * 60 * 60 * 1_000)

/** Zero bits that the browser's work has to find: half a million hashes on average, some tenths of a second to two. */
export const WORK_BITS = 19
/** The same beside the track of a hand, which is looked for while the person sees the puzzle: some tenths of a second. */
const HAND_BITS = 17

/** Pictures for one place: an office of hundreds may log in at nine o'clock. Drawing one takes some milliseconds. */
const picturesOf = (ip: string) => [{ scope: `challenge:${placeOf(ip)}`, free: 300, longestS: 60 }]

/** A puzzle: the picture, the piece, and where it lies from the top. Where the gap is stays here. */
export async function newSlider(context: Parts, ip: string) {
  await countTries(context, picturesOf(ip))
  const { background, piece, target, top } = drawSlider(chance())
  const seed = randomToken()
  const id = await challenges.issue(context, { data: { kind: 'slider', target, issuedAt: context.now(), seed } })
  return {
    kind: 'slider' as const,
    id,
    background: await pngAddress(background),
    piece: await pngAddress(piece),
    width: SLIDER_WIDTH,
    height: SLIDER_HEIGHT,
    pieceSize: PIECE,
    pieceTop: top,
    work: { seed, bits: HAND_BITS, keyBits: WORK_BITS },
  }
}

/** Distorted characters. */
export async function newImage(context: Parts, ip: string) {
  await countTries(context, picturesOf(ip))
  const { picture, text } = drawCaptcha(chance())
  const id = await challenges.issue(context, { data: { kind: 'image', text } })
  return { kind: 'image' as const, id, picture: await pngAddress(picture) }
}

/** Work for a browser whose owner cannot use pictures. */
export async function newWork(context: Parts, ip: string) {
  await countTries(context, picturesOf(ip))
  const seed = randomToken()
  const id = await challenges.issue(context, { data: { kind: 'work', seed } })
  return { kind: 'work' as const, id, seed, bits: WORK_BITS }
}

/**
 * Judges the answer to a puzzle or to work. Whatever it is, the challenge is gone after it, and a track that was
 * sent before is refused. Throws `CaptchaWrongError`.
 */
export async function answerChallenge(
  context: Parts,
  answer: { readonly id: string; readonly track?: readonly TrackPoint[]; readonly work?: number },
): Promise<string> {
  const ticket = await challenges.take(context, answer.id)
  if (!ticket || !(await isRight(context, ticket.data, answer))) throw new CaptchaWrongError()
  return passes.issue(context, { data: {} })
}

type Challenge = NonNullable<Awaited<ReturnType<typeof challenges.take>>>['data']

async function isRight(
  context: Parts,
  challenge: Challenge,
  { track, work }: { readonly track?: readonly TrackPoint[]; readonly work?: number },
): Promise<boolean> {
  if (challenge.kind === 'image' || work === undefined) return false
  const bits = zeroBits(`${challenge.seed}:${work}`)
  if (challenge.kind === 'work') return bits >= WORK_BITS
  if (!track) return false
  const verdict = judgeTrack(track, challenge.target, context.now() - challenge.issuedAt)
  const wanted = verdict === 'hand' ? HAND_BITS : verdict === 'keys' ? WORK_BITS : null
  return wanted !== null && bits >= wanted && isNewTrack(context, track)
}

/** Whether this very movement was never sent before; notes it as sent. */
async function isNewTrack(context: Parts, track: readonly TrackPoint[]): Promise<boolean> {
  const token = createHash('sha256').update(JSON.stringify(track)).digest('hex')
  if (await tracks.attempt(context, token, Number.MAX_SAFE_INTEGER)) return false
  await tracks.issue(context, { data: {}, token })
  return true
}

function zeroBits(text: string): number {
  const hash = createHash('sha256').update(text).digest()
  const zeros = Math.clz32(hash.readUInt32BE(0))
  return zeros < 32 ? zeros : 32 + Math.clz32(hash.readUInt32BE(4))
}

/** Judges the characters of a picture, in any case. Throws `CaptchaWrongError`; the picture is gone in any case. */
export async function answerImage(context: Parts, id: string, code: string): Promise<string> {
  const ticket = await challenges.take(context, id)
  const typed = code.normalize('NFKC').toUpperCase().replace(/\s/g, '')
  if (ticket?.data.kind !== 'image' || typed.length !== CAPTCHA_LENGTH || typed !== ticket.data.text) {
    throw new CaptchaWrongError()
  }
  return passes.issue(context, { data: {} })
}

/** Whether the challenge was solved; a solution counts once. */
export async function takePass(context: TakingParts, token: string | undefined): Promise<boolean> {
  return token !== undefined && (await passes.take(context, token)) !== null
}
