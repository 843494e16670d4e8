import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, ok, enteredPassword as password, post } from './define.ts'
import { shortCode, ticket } from './loginFields.ts'

const recoveryCodes = z.object({
  /** Shown once; each counts once. */
  recoveryCodes: z.array(z.string()),
})

/**
 * Second verification and passkeys, as the account sees and changes them (§4, Login). To turn on an app of codes: ask
 * `user/totp/begin` with the password, show its `svg` and `secret`, then send a code of the app to `user/totp/confirm`,
 * which answers the recovery codes. Nothing is on before that.
 */
export const secondFactorCalls = [
  get('user/totp/state', {
    title: 'What protects the login of the account beside its password',
    data: z.object({
      totp: z.boolean(),
      /** Recovery codes that are left. */
      recoveryCodes: z.number().int(),
      sms: z.boolean(),
      /** Whether codes can be sent to the account's phone at all. */
      smsOffered: z.boolean(),
      phoneEnd: z.string(),
    }),
  }),
  post('user/totp/begin', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'A new secret for an app of codes (RFC 6238: SHA-1, 6 digits, 30 seconds), not on yet',
    body: z.object({ password }),
    data: z.object({
      /** Brought back to `user/totp/confirm`, within ten minutes. */
      enrolId: z.string(),
      /** Base32, for typing. */
      secret: z.string(),
      /** `otpauth://totp/…` */
      uri: z.string(),
      /** A QR code of it, SVG text. */
      svg: z.string(),
    }),
    errors: [Code.oldPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
  post('user/totp/confirm', {
    noted: { kind: 'secondOn' },
    renewsSettings: true,
    ownerOnly: true,
    title: 'Turn codes of an app on, with one of them',
    body: z.object({ enrolId: ticket, code: shortCode }),
    data: recoveryCodes,
    errors: [Code.codeWrong, Code.codeOver],
  }),
  post('user/totp/recoveryCodes', {
    noted: { kind: 'recoveryCodes' },
    renewsSettings: true,
    ownerOnly: true,
    title: 'New recovery codes; the old ones no longer count',
    body: z.object({ password }),
    data: recoveryCodes,
    errors: [Code.oldPasswordWrong, Code.notFound, Code.tooManyRequests, Code.busy],
  }),
  post('user/totp/disable', {
    noted: { kind: 'secondOff' },
    renewsSettings: true,
    ownerOnly: true,
    title: 'Turn codes of an app off',
    body: z.object({ password }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
  post('user/totp/sms', {
    noted: { by: 'on', kinds: { true: 'smsOn', false: 'smsOff' } },
    renewsSettings: true,
    ownerOnly: true,
    title: 'Turn codes by short message on or off',
    body: z.object({ password, on: z.boolean() }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.smsNotOffered, Code.tooManyRequests, Code.busy],
  }),
] as const
