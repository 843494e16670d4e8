import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, CONTACT_TEXT_MAX } from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { lengthOf } from '../rules/names.ts'
import { epochMs, get, id, ok, post, written } from './define.ts'

/** Somebody tried to log in, or to use an authorization code. */
export const loginLogLine = z.object({
  at: epochMs,
  /** Network address. */
  ip: z.string(),
  /** The network as the operator names it, '' when none of the list fits. */
  network: z.string(),
  /** Program and system, in the words of their makers: `Chrome · Windows`. */
  device: z.string(),
  /** By the page, or by a client with a code. */
  way: z.enum(['web', 'client']),
  result: z.enum(['ok', 'wrong', 'refused']),
  /** The open session that it began, null when that has ended. */
  sessionId: z.string().nullable(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type LoginLogLine = z.infer<typeof loginLogLine>

/** A mail that came or went, as the server has kept it. */
export const mailLogLine = z.object({
  at: epochMs,
  direction: z.enum(['in', 'out']),
  subject: z.string(),
  /** The sender of what came; the recipients of what went. */
  people: z.array(z.string()),
  outcome: z.enum(['delivered', 'sending', 'failed', 'refused', 'forwarded']),
  reason: z.string(),
})
export type MailLogLine = z.infer<typeof mailLogLine>

export const device = z.object({
  /** Of a session or a code. */
  deviceId: z.string(),
  kind: z.enum(['session', 'client']),
  name: z.string(),
  device: z.string(),
  ip: z.string(),
  network: z.string(),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
  current: z.boolean(),
})
export type Device = z.infer<typeof device>

/** What an authorization code may be used for. Each is named once it answers. */
export const clientScope = z.enum(['carddav', 'caldav'])
export type ClientScope = z.infer<typeof clientScope>

export const clientCode = z.object({
  codeId: id,
  name: z.string(),
  scopes: z.array(clientScope),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
})
export type ClientCode = z.infer<typeof clientCode>

export const clientDetail = z.object({
  /** Whether programs of others may be used at all. */
  enabled: z.boolean(),
  protocols: z.array(z.object({ scope: clientScope, enabled: z.boolean(), address: z.string() })),
  codes: z.array(clientCode),
  /** Codes that can still be made today. */
  left: z.number().int().nonnegative(),
})
export type ClientDetail = z.infer<typeof clientDetail>

/** A further address of the account, with the name that mails from it carry. */
export const aliasLine = z.object({ emailAddr: z.string(), nickname: z.string(), own: z.boolean() })
export type AliasLine = z.infer<typeof aliasLine>

const shortText = written(CONTACT_TEXT_MAX * 4)
  .transform((text) => text.trim())
  .refine((text) => lengthOf(text) <= CONTACT_TEXT_MAX)
const emailAddr = written(ADDRESS_MAX)
  .transform((text) => text.trim().toLowerCase())
  .refine(isMailAddress)

export const securityCalls = [
  post('user/update/details', {
    title: 'Change what a person says of themselves',
    body: z.object({
      duties: shortText.optional(),
      gender: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
    }),
    data: ok,
  }),
  get('mail/main/nicknameAndAlias/list', {
    title: 'The addresses of the account and the names they carry',
    data: z.object({ list: z.array(aliasLine), left: z.number().int().nonnegative() }),
  }),
  post('mail/main/nicknameAndAlias/saveAlias', {
    title: 'Take a further address of an own domain',
    body: z.object({ emailAddr }),
    data: ok,
    errors: [Code.nameTaken, Code.forbidden, Code.tooManyRules],
  }),
  post('mail/main/nicknameAndAlias/deleteAlias', {
    title: 'Give a further address up',
    body: z.object({ emailAddr }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('mail/main/nicknameAndAlias/saveNickname', {
    title: 'The name that mails from an address carry',
    body: z.object({ emailAddr, nickname: shortText.refine((text) => text !== '') }),
    data: ok,
    errors: [Code.notFound],
  }),
  post('mail/main/nicknameAndAlias/deleteNickname', {
    title: 'Mails from an address carry the name of the account again',
    body: z.object({ emailAddr }),
    data: ok,
    errors: [Code.notFound],
  }),
  get('mail/log/userLog', {
    title: 'Log-ins of the last 30 days, the newest first',
    data: z.object({ list: z.array(loginLogLine) }),
  }),
  post('mail/log/notMe', {
    title: 'A log-in was somebody else: signs out everywhere but here, and asks for a new password at the next log-in',
    data: z.object({ ended: z.number().int().nonnegative() }),
  }),
  get('mail/log/mailLogInfo', {
    title: 'Mails of the last 30 days that came, went, or did not, the newest first',
    data: z.object({ list: z.array(mailLogLine) }),
  }),
  get('user/client/detail', {
    title: 'Programs of others: protocols and authorization codes',
    data: clientDetail,
    errors: [Code.forbidden],
  }),
  get('user/client/generatePassword', {
    title: 'Make an authorization code, at most three a day; it is shown this once',
    /** Scopes joined by commas; `all` for everything that a code may be for. */
    query: z.object({ name: shortText.default(''), scopes: z.string().regex(/^[a-z]+(,[a-z]+)*$/) }),
    data: z.object({ code: z.string(), detail: clientDetail }),
    errors: [Code.forbidden, Code.tooManyRequests],
  }),
  get('user/client/cancelPassword', {
    title: 'Revoke an authorization code',
    query: z.object({ codeId: z.coerce.number().int().positive() }),
    data: clientDetail,
    errors: [Code.forbidden, Code.notFound],
  }),
  post('user/client/stateByUser', {
    title: 'Let programs of others in, or none',
    body: z.object({ enabled: z.boolean() }),
    data: clientDetail,
    errors: [Code.forbidden],
  }),
  post('user/client/protocol', {
    title: 'Switch one protocol on or off',
    body: z.object({ scope: clientScope, enabled: z.boolean() }),
    data: clientDetail,
    errors: [Code.forbidden],
  }),
  get('mail/client/list', {
    title: 'Where the account is in use: open sessions and programs with a code',
    data: z.object({ list: z.array(device) }),
  }),
  get('mail/client/delete', {
    title: 'Sign one device out, or all but this one (`all`)',
    query: z.object({ deviceId: z.string().regex(/^[\w-]{1,80}$/) }),
    data: z.object({ list: z.array(device) }),
    errors: [Code.notFound],
  }),
] as const
