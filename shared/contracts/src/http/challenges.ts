import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, post } from './define.ts'
import { phone, shortCode, ticket } from './loginFields.ts'

/** A picture with a gap, and the piece that belongs there. Only the server has the place. Sizes are pixels. */
export const sliderChallenge = z.object({
  kind: z.literal('slider'),
  id: z.string(),
  /** Addresses of data (PNG). */
  background: z.string(),
  piece: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  pieceSize: z.number().int(),
  /** How far from the top the piece lies. */
  pieceTop: z.number().int(),
  /**
   * What the answer costs the browser beside the track: a number as `workChallenge` asks for, with so many zero bits for a
   * piece that was dragged, and with more for one that was moved by keys, whose steps a program makes as well. Older servers
   * ask for none.
   */
  work: z.object({ seed: z.string(), bits: z.number().int(), keyBits: z.number().int() }).optional(),
})
export type SliderChallenge = z.infer<typeof sliderChallenge>

/** Distorted characters. */
export const imageChallenge = z.object({ kind: z.literal('image'), id: z.string(), picture: z.string() })
export type ImageChallenge = z.infer<typeof imageChallenge>

/**
 * The way without pictures: the browser looks for a number whose SHA-256, together with the seed (`seed:number`), begins
 * with that many zero bits. It costs a person some seconds of waiting and nothing else.
 */
export const workChallenge = z.object({
  kind: z.literal('work'),
  id: z.string(),
  seed: z.string(),
  bits: z.number().int(),
})
export type WorkChallenge = z.infer<typeof workChallenge>

/** Where the piece was, in pixels, at a moment, in milliseconds since it was taken. */
const trackPoint = z.object({ x: z.number().min(-1_000).max(1_000), t: z.number().min(0).max(600_000) })
export type TrackPoint = z.infer<typeof trackPoint>

const passed = z.object({ verifyToken: z.string() })

export const challengeCalls = [
  get('verify/code', {
    title: 'A challenge for somebody who wants to log in: a puzzle, characters, or work for the browser',
    access: 'public',
    query: z.object({
      loginType: z.enum(['slider', 'image', 'work']).default('slider'),
      domainName: z.string().max(254).optional(),
    }),
    data: z.discriminatedUnion('kind', [sliderChallenge, imageChallenge, workChallenge]),
    errors: [Code.tooManyRequests],
  }),
  get('captcha', {
    title: 'Distorted characters, as `verify/code` with `image`',
    access: 'public',
    data: imageChallenge,
    errors: [Code.tooManyRequests],
  }),
  post('mail/apilogin/getSmsImageCode', {
    title: 'The picture that stands before a login code; `verify/image` answers what `sms/code` asks for',
    access: 'public',
    body: z.object({ phone }),
    data: imageChallenge,
    errors: [Code.badRequest, Code.smsNotOffered, Code.tooManyRequests],
  }),
  post('verify/token', {
    title:
      'The answer to a puzzle (its track, with the number that its work asks for) or to work (its number). Counts once',
    access: 'public',
    body: z.object({
      id: ticket,
      track: z.array(trackPoint).max(2_000).optional(),
      work: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    data: passed,
    errors: [Code.captchaWrong],
  }),
  post('verify/image', {
    title: 'The characters of a picture, in any case. Counts once',
    access: 'public',
    body: z.object({ id: ticket, code: shortCode }),
    data: passed,
    errors: [Code.captchaWrong],
  }),
] as const
