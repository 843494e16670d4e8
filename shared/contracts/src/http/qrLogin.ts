import { z } from 'zod'
import { Code } from '../codes.ts'
import { ok, post } from './define.ts'
import { loginAnswer } from './login.ts'
import { ticket } from './loginFields.ts'

/** Logging in by a QR code that a phone with an open session scans and confirms. */
export const qrLoginCalls = [
  post('oauth/qr/create', {
    title: 'A QR code for a login page; it counts for two minutes',
    access: 'public',
    data: z.object({
      qrId: z.string(),
      /** Kept by the login page: the QR code alone opens nothing there. */
      pollToken: z.string(),
      /** SVG text. */
      svg: z.string(),
      /** Shown on both screens, to compare. */
      number: z.string(),
      /** Seconds. */
      expiresIn: z.number().int(),
    }),
    errors: [Code.tooManyRequests],
  }),
  post('oauth/qr/poll', {
    title: 'What became of a QR code. Once it is confirmed, one poll opens the session',
    access: 'public',
    body: z.object({ qrId: ticket, pollToken: ticket }),
    data: z.object({
      state: z.enum(['waiting', 'scanned', 'refused', 'confirmed']),
      login: loginAnswer.optional(),
    }),
    errors: [Code.qrCodeOver],
  }),
  post('oauth/qr/scan', {
    noted: 'nothing',
    personAlone: 'ownerOnly',
    ownerOnly: true,
    title: 'For the phone: who wants to log in with this code. From then on it is for this account alone',
    body: z.object({ qrId: ticket }),
    data: z.object({ number: z.string(), userAgent: z.string(), ip: z.string() }),
    errors: [Code.qrCodeOver],
  }),
  post('oauth/qr/confirm', {
    noted: 'nothing',
    personAlone: 'ownerOnly',
    ownerOnly: true,
    title: 'For the phone: lets that browser in, or refuses it',
    body: z.object({ qrId: ticket, allow: z.boolean() }),
    data: ok,
    errors: [Code.qrCodeOver],
  }),
] as const
