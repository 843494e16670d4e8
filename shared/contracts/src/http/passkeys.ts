import { z } from 'zod'
import { Code } from '../codes.ts'
import { PASSKEY_NAME_MAX } from '../limits.ts'
import { enteredPassword, epochMs, get, ok, post, written } from './define.ts'
import { loginAnswer } from './login.ts'
import { ticket } from './loginFields.ts'
import { named } from './names.ts'

/** Bytes in base64url, as browsers write them (WebAuthn Level 3 §5.1). */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

const credential = {
  id: named('passkey', bytes(1_400)),
  rawId: named('passkey', bytes(1_400)),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
}

/** What a browser answers when a passkey was made. */
export const passkeyMade = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
export type PasskeyMade = z.infer<typeof passkeyMade>

/** What a browser answers when a passkey was used. */
export const passkeyUsed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(200).optional(),
  }),
})
export type PasskeyUsed = z.infer<typeof passkeyUsed>

/** How browsers reach an authenticator (WebAuthn Level 3 §5.8.4). */
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
export type PasskeyTransport = z.infer<typeof transport>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(transport) })

/**
 * Passkeys (WebAuthn). To add one: ask `user/passkey/begin` with the password, let the browser make it, and send what it
 * answers to `user/passkey/finish`. To log in: `oauth/passkey/begin`, the browser, `oauth/passkey/verify`; with the
 * `verifyId` of a first step it is the second one. Each challenge counts once, for five minutes.
 */
export const passkeyCalls = [
  get('user/passkey/list', {
    title: 'The passkeys of the account',
    data: z.object({
      list: z.array(z.object({ id: z.string(), name: z.string(), createdAt: epochMs, lastUsedAt: epochMs.nullable() })),
      /** How many more there may be. */
      left: z.number().int(),
    }),
  }),
  post('user/passkey/begin', {
    noted: 'nothing',
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'What the browser needs to make a passkey',
    body: z.object({ password: enteredPassword }),
    data: z.object({
      passkeyId: z.string(),
      /** `PublicKeyCredentialCreationOptionsJSON` */
      options: z.object({
        rp: z.object({ name: z.string(), id: z.string() }),
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
        challenge: z.string(),
        pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
        timeout: z.number(),
        excludeCredentials: z.array(descriptor),
        authenticatorSelection: z.object({
          residentKey: z.literal('required'),
          userVerification: z.literal('required'),
        }),
        attestation: z.literal('none'),
      }),
    }),
    errors: [
      Code.oldPasswordWrong,
      Code.passkeyNotOffered,
      Code.tooManyPasskeys,
      Code.tooManyRequests,
      Code.busy,
      Code.forbidden,
    ],
  }),
  post('user/passkey/finish', {
    noted: { kind: 'passkey', detail: 'name' },
    renewsSettings: true,
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'Keep the passkey that the browser has made',
    body: z.object({ passkeyId: ticket, name: written(PASSKEY_NAME_MAX), made: passkeyMade }),
    data: ok,
    errors: [Code.passkeyRefused, Code.passkeyOver, Code.tooManyPasskeys, Code.forbidden],
  }),
  post('user/passkey/remove', {
    noted: { kind: 'passkeyGone' },
    renewsSettings: true,
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'Remove a passkey: it opens nothing from then on',
    body: z.object({ id: named('passkey', z.string().min(1).max(1_400)), password: enteredPassword }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.notFound, Code.tooManyRequests, Code.busy, Code.forbidden],
  }),
  post('oauth/passkey/begin', {
    title: 'What the browser needs to log in with a passkey, or to show one as the second step of a login',
    access: 'public',
    body: z.object({ verifyId: ticket.optional() }),
    data: z.object({
      passkeyId: z.string(),
      /** `PublicKeyCredentialRequestOptionsJSON` */
      options: z.object({
        challenge: z.string(),
        rpId: z.string(),
        timeout: z.number(),
        userVerification: z.literal('required'),
        allowCredentials: z.array(descriptor),
      }),
    }),
    errors: [Code.loginStepOver, Code.passkeyNotOffered, Code.tooManyRequests],
  }),
  post('oauth/passkey/verify', {
    title: 'Log in with a passkey, or take the second step of a login with it',
    access: 'public',
    body: z.object({ passkeyId: ticket, verifyId: ticket.optional(), used: passkeyUsed }),
    data: loginAnswer,
    errors: [Code.passkeyRefused, Code.passkeyOver, Code.loginStepOver, Code.tooManyRequests],
  }),
] as const
