import { z } from 'zod'
import { Code } from '../codes.ts'
import { CERTIFICATES_CHECKED_MAX, CERTIFICATES_OF_KEY_MAX, KEYS_ASKED_MAX, KEYS_MAX } from '../limits.ts'
import { epochMs, get, ok, post } from './define.ts'
import { shortCode, ticket } from './loginFields.ts'
import { idOf, named, queryIdOf } from './names.ts'

const base64 = (max: number) =>
  z
    .string()
    .min(4)
    .max(max)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)

/** How the PIN is made into a key (scrypt); the cost is a power of two. */
export const pinParameters = z.object({
  kind: z.literal('scrypt'),
  cost: z.union([z.literal(32_768), z.literal(65_536), z.literal(131_072), z.literal(262_144)]),
  blockSize: z.literal(8),
  salt: base64(24),
})
export type PinParameters = z.infer<typeof pinParameters>

/** A private key that the PIN alone opens: encrypted in the browser by AES-256-GCM. */
export const sealedUnderPin = z.object({ iv: base64(16), sealed: base64(20_000) })
export type SealedUnderPin = z.infer<typeof sealedUnderPin>

/** What the browser makes of the PIN beside the key: it proves the PIN and opens nothing. */
const pinProof = base64(44)

/** A certificate in DER. */
const certificate = base64(12_000)
/** What a mail program reads, as its signed mail announces it (RFC 8551 §2.5.2): object identifiers. */
const announced = z
  .array(
    z
      .string()
      .max(64)
      .regex(/^\d+(?:\.\d+)+$/),
  )
  .max(50)
const certificates = z.array(certificate).max(CERTIFICATES_OF_KEY_MAX)

const newKey = z.object({
  sealed: sealedUnderPin,
  /** What an authority is asked to certify (PKCS #10 in DER); '' where the key came with its certificates. */
  request: z.union([z.literal(''), base64(12_000)]),
  certificates,
  /** The key once more, sealed to the certificate of `escrow` (CMS); '' where the organisation keeps no copies. */
  escrow: z.union([z.literal(''), base64(20_000)]).default(''),
})

const heldKey = z.object({
  keyId: z.number().int(),
  /** As in `rsa-3072`, `P-256`, `sm2`. */
  kind: z.string(),
  createdAt: epochMs,
  /** Whether the PIN of today opens it: not after that PIN was forgotten. */
  opens: z.boolean(),
  /** What waits for the organisation's authority (PKCS #10 in DER); '' where nothing does. */
  request: z.string(),
  /** Whether the organisation keeps a copy of it. */
  escrowed: z.boolean(),
  /**
   * How far the enrolment service of the organisation is: `asked` at first, `waits` where a person of the authority decides,
   * `unreachable`, `refused`, `unusable` where what it issued cannot be used; `none` where no service is asked.
   */
  enrolment: z.enum(['none', 'asked', 'waits', 'unreachable', 'refused', 'unusable']),
  /** In DER, the newest first. */
  certificates: z.array(z.object({ certificate: z.string(), revokedAt: epochMs.nullable() })),
})
export type HeldMailKey = z.infer<typeof heldKey>

/**
 * Why nothing is known of a certificate:
 * - `untrusted`: it leads to no authority that the organisation trusts, so nothing was asked
 * - `unnamed`: it does not name where its authority can be asked
 * - `unreachable`: no address of the authority answers, or none that the server may connect to
 * - `unusable`: what was answered is not signed by the authority, is of another time, or cannot be read
 * - `unlisted`: the authority does not know the certificate
 * - `busy`: too many authorities are being asked at the moment
 */
const doubt = z.enum(['untrusted', 'unnamed', 'unreachable', 'unusable', 'unlisted', 'busy'])
export type CertificateDoubt = z.infer<typeof doubt>

const certificateStatus = z.object({
  status: z.enum(['valid', 'expired', 'revoked', 'unknown']),
  /** Since when it has been over or revoked; null for the others. */
  since: epochMs.nullable(),
  reason: doubt.nullable(),
})
export type CertificateStatus = z.infer<typeof certificateStatus>

/** In hex. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const switched = { switchedBy: 'smimeEnable' } as const
const alone = { ...switched, personAlone: 'ownerOnly', ownerOnly: true } as const
const pinErrors = [Code.keyPinWrong, Code.codeOver, Code.codeWrong, Code.tooManyRequests] as const

/**
 * Keys for signed and encrypted mail (S/MIME). The browser makes them and seals them under a PIN; the server has neither
 * the PIN nor a key. Each try at the PIN needs a code of `getRandomCode`, which counts once. After several wrong ones the
 * next has to wait, or comes with a code that `sendSms` has sent.
 */
export const keyCalls = [
  get('keymanagement/key/list', {
    ...alone,
    noted: 'nothing',
    title: 'The keys of the person with their certificates, without what opens mail',
    data: z.object({
      list: z.array(heldKey),
      /** Whether a PIN is set. */
      pin: z.boolean(),
      /** Whether a code can be sent to the account's phone. */
      smsOffered: z.boolean(),
      /** The certificate to which a copy of each new key is sealed; null where the organisation keeps none. */
      escrow: z.object({ name: z.string(), certificate: z.string() }).nullable(),
    }),
  }),
  get('keymanagement/key/getRandomCode', {
    ...alone,
    noted: 'nothing',
    title: 'How the PIN is made into a key, with a code for one try',
    data: z.object({ randomCode: z.string(), parameters: pinParameters }),
    errors: [Code.notFound],
  }),
  post('keymanagement/key/keyPinVerify', {
    ...alone,
    noted: 'nothing',
    title: 'The sealed keys, for who has the PIN',
    body: z.object({ randomCode: ticket, proof: pinProof, smsCode: shortCode.optional() }),
    data: z.object({ keys: z.array(z.object({ keyId: z.number().int(), sealed: sealedUnderPin })) }),
    errors: pinErrors,
  }),
  post('keymanagement/key/sendSms', {
    ...alone,
    noted: 'nothing',
    title: 'Send a code to the phone of the account, with which a try at the PIN does not wait',
    data: z.object({ phoneEnd: z.string() }),
    errors: [Code.smsNotOffered, Code.tooManyRequests],
  }),
  post('keymanagement/key/save', {
    ...alone,
    noted: { kind: 'mailKey' },
    renewsSettings: true,
    recentPassword: 'always',
    title: 'Keep keys that the browser has sealed; with the first ones the PIN is set',
    body: z.object({
      proof: pinProof,
      /** With the first keys, or the first after a forgotten PIN. */
      parameters: pinParameters.optional(),
      keys: z.array(newKey).min(1).max(10),
    }),
    data: z.object({ keyIds: z.array(z.number().int()) }),
    errors: [
      ...[Code.recentPassword, Code.keyPinWrong, Code.keyRefused, Code.tooManyKeys, Code.keysChanged],
      ...[Code.tooManyRequests, Code.escrowChanged],
    ],
  }),
  post('keymanagement/key/changePin', {
    ...alone,
    noted: { kind: 'mailKeyPin' },
    renewsSettings: true,
    recentPassword: 'always',
    title: 'Replace the PIN: all its keys at once, sealed under the new one',
    body: z.object({
      randomCode: ticket,
      proof: pinProof,
      parameters: pinParameters,
      newProof: pinProof,
      keys: z.array(z.object({ keyId: idOf('key'), sealed: sealedUnderPin })).max(KEYS_MAX),
    }),
    data: ok,
    errors: [...[Code.recentPassword, Code.keysChanged], ...pinErrors],
  }),
  post('keymanagement/key/certificate', {
    ...alone,
    noted: 'nothing',
    renewsSettings: true,
    title: 'Add the certificate that an authority has issued for a key',
    body: z.object({ keyId: idOf('key'), certificate }),
    data: ok,
    errors: [Code.notFound, Code.keyRefused],
  }),
  post('keymanagement/key/remove', {
    ...alone,
    noted: { kind: 'mailKeyGone' },
    renewsSettings: true,
    recentPassword: 'always',
    title: 'Remove a key: what was encrypted to it opens no more, unless its person has its file',
    body: z.object({ keyId: idOf('key') }),
    data: ok,
    errors: [Code.recentPassword, Code.notFound],
  }),
  post('keymanagement/key/keep', {
    ...alone,
    noted: 'nothing',
    title: 'Keep a certificate of another person for its addresses, as it came with a signed mail',
    body: z.object({ certificate, announced: announced.default([]) }),
    data: ok,
    errors: [Code.keyRefused, Code.tooManyKeys],
  }),
  get('keymanagement/key/known', {
    ...alone,
    noted: 'nothing',
    title: 'The certificates of others that the person keeps, by address',
    data: z.object({
      list: z.array(
        z.object({
          ...{ address: z.string(), fingerprint: z.string(), certificate: z.string(), addedAt: epochMs },
          announced: z.array(z.string()),
        }),
      ),
    }),
  }),
  post('keymanagement/key/forget', {
    ...alone,
    noted: 'nothing',
    title: 'Keep a certificate of another person no more',
    body: z.object({ fingerprint: sha256 }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('mail/keyms/resetKey', {
    ...alone,
    noted: { kind: 'mailKeyReset' },
    renewsSettings: true,
    recentPassword: 'always',
    title: 'The PIN is forgotten: another one is set with the next keys. Those of before stay sealed under it',
    data: ok,
    errors: [Code.recentPassword, Code.notFound],
  }),
  post('keymanagement/key/getKeyByEmail', {
    ...switched,
    title:
      'The certificates by which people can be encrypted to: those of people of the organisation, and of others those that the person keeps',
    body: z.object({ emails: z.array(z.string().min(3).max(320)).min(1).max(KEYS_ASKED_MAX) }),
    data: z.object({
      /** Those of which there are certificates; valid ones alone, in DER, the newest first. */
      list: z.array(z.object({ email: z.string(), certificates: z.array(z.string()) })),
      /** What mail programs of others read beyond what their certificates announce, by fingerprint. */
      announced: z.array(z.object({ fingerprint: z.string(), ciphers: z.array(z.string()) })),
      /** Those whose certificates count no more, with since when: nothing is encrypted to these. */
      over: z.array(z.object({ email: z.string(), why: z.enum(['expired', 'revoked']), since: epochMs })),
    }),
  }),
  get('keymanagement/key/authorities', {
    ...switched,
    title: 'The authorities that the organisation trusts for mail',
    data: z.object({
      list: z.array(z.object({ name: z.string(), certificate: z.string() })),
      /** Certificates of people here that were revoked: SHA-256 in hex, the latest first, at most 1,000. */
      revoked: z.array(z.object({ fingerprint: z.string(), revokedAt: epochMs })),
    }),
  }),
  get('keymanagement/key/encrypted', {
    ...alone,
    noted: 'nothing',
    title: 'The mails among the next ones of a folder that have an encrypted part, to be encrypted to another key',
    query: z.object({
      mailboxId: queryIdOf('folder'),
      /** Where the page before has ended, 0 for the first. */
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
    }),
    data: z.object({
      list: z.array(z.object({ mailId: z.number().int(), subject: z.string(), date: epochMs, size: z.number().int() })),
      /** Null at the end of the folder. */
      next: z.number().int().nullable(),
    }),
    errors: [Code.folderNotFound, Code.folderClosed],
  }),
  post('keymanagement/key/reencrypt', {
    ...alone,
    noted: 'nothing',
    title: 'Put a part that the page has encrypted to another key in the place of the content of a mail',
    body: z.object({
      mailId: idOf('mail'),
      /** SHA-256 of the mail as the page has read it, in hex: of another one nothing is changed. */
      hash: sha256,
      /** The upload that is the part. */
      part: named('file', z.string().min(16).max(80)),
    }),
    data: z.object({ hash: sha256 }),
    errors: [
      ...[Code.mailNotFound, Code.folderClosed, Code.keyRefused, Code.mailChanged, Code.tooLarge],
      Code.storageFull,
    ],
  }),
  post('keymanagement/key/status', {
    ...switched,
    title: 'Whether certificates count today: the server asks their authorities (OCSP, lists of revoked certificates)',
    body: z.object({
      certificates: z.array(certificate).min(1).max(CERTIFICATES_CHECKED_MAX),
      /** Certificates that may stand between them and an authority that is trusted. */
      issuers: z.array(certificate).max(CERTIFICATES_OF_KEY_MAX),
    }),
    /** In the order of the certificates. */
    data: z.object({ list: z.array(certificateStatus) }),
    errors: [Code.keyRefused],
  }),
] as const
