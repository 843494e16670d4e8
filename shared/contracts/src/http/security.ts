import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, CONTACT_TEXT_MAX } from '../limits.ts'
import { isMailAddress } from '../rules/address.ts'
import { lengthOf } from '../rules/names.ts'
import { enteredPassword, epochMs, get, ok, post, written } from './define.ts'
import { phone, shortCode, ticket } from './loginFields.ts'
import { idOf, named, queryIdOf } from './names.ts'
import { securityChangeKind } from './securityChangeKind.ts'

/** An attempt to log in, or to use an authorization code. */
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
  /** `second`: the password was right, and the second step was not. */
  result: z.enum(['ok', 'wrong', 'second', 'refused']),
  /** The open session that it began, null when that has ended. */
  sessionId: z.string().nullable(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
})
export type LoginLogLine = z.infer<typeof loginLogLine>

/** Whether there was more in the time than is listed. */
const more = z.boolean()

export const securityChange = z.object({
  at: epochMs,
  kind: securityChangeKind,
  /** An address or a name that it is about, '' for none. */
  detail: z.string(),
  device: z.string(),
  /** The network as the operator names it, or else its address. */
  place: z.string(),
  /** Whether it was done in the session of this call. */
  here: z.boolean(),
})
export type SecurityChange = z.infer<typeof securityChange>

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
export const clientScope = z.enum(['carddav', 'caldav', 'smtp', 'files'])
export type ClientScope = z.infer<typeof clientScope>

/** Where a mail program connects to. */
export const clientServer = z.object({
  host: z.string(),
  port: z.number().int(),
  /** Encrypted from the first byte, or from STARTTLS on. */
  security: z.enum(['tls', 'starttls']),
})
export type ClientServer = z.infer<typeof clientServer>

export const clientCode = z.object({
  codeId: idOf('code'),
  name: z.string(),
  scopes: z.array(clientScope),
  /** Whether it lets programs in; its owner may switch it off for a while. */
  enabled: z.boolean(),
  createdAt: epochMs,
  lastUsedAt: epochMs.nullable(),
})
export type ClientCode = z.infer<typeof clientCode>

export const clientDetail = z.object({
  /** Whether programs of others may be used at all. */
  enabled: z.boolean(),
  /** Those that answer: by HTTP at `address`, a path of this site, or on the ports of `servers`. */
  protocols: z.array(
    z.object({ scope: clientScope, enabled: z.boolean(), address: z.string(), servers: z.array(clientServer) }),
  ),
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
    renewsSettings: true,
    title: 'Change what a person says of themselves',
    body: z.object({
      duties: shortText.optional(),
      gender: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
    }),
    data: ok,
  }),
  get('user/bind/phone', {
    title: 'The end of the phone that is bound, and whether one can be',
    data: z.object({ phoneEnd: z.string(), offered: z.boolean() }),
  }),
  post('user/bind/phone', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Send a code to the phone that is to be bound, with the password',
    body: z.object({ phone, password: enteredPassword }),
    data: z.object({ token: z.string() }),
    errors: [Code.oldPasswordWrong, Code.smsNotOffered, Code.tooManyRequests, Code.upstreamFailed],
  }),
  post('user/bind/confirmPhone', {
    noted: { kind: 'phone' },
    ownerOnly: true,
    title: 'Bind the phone by the code that was sent to it',
    body: z.object({ token: ticket, code: shortCode }),
    data: ok,
    errors: [Code.codeWrong, Code.codeOver, Code.nameTaken],
  }),
  post('user/bind/unbindPhone', {
    noted: { kind: 'phoneGone' },
    ownerOnly: true,
    title: 'Unbind the phone, with the password; it is no second step of the login any more',
    body: z.object({ password: enteredPassword }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.tooManyRequests],
  }),
  post('file/uploadCustomPicture', {
    title: 'The picture of the person, PNG or JPEG under 2 MiB, in the place of the one before',
    sends: 'multipart',
    data: z.object({ id: z.string(), url: z.string() }),
    errors: [Code.tooLarge],
  }),
  post('file/deleteCustomPicture', { title: 'Show no picture of the person any more', data: ok }),
  get('file/showCustomPicture/{id}', {
    title: 'A picture of a person',
    access: 'file',
    params: { id: 'picture' },
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.notFound],
  }),
  get('mail/main/nicknameAndAlias/list', {
    title: 'The addresses of the account and the names they carry',
    data: z.object({ list: z.array(aliasLine), left: z.number().int().nonnegative() }),
  }),
  post('mail/main/nicknameAndAlias/saveAlias', {
    noted: { kind: 'alias', detail: 'emailAddr' },
    ownerOnly: true,
    title: 'Take a further address of an own domain',
    body: z.object({ emailAddr }),
    data: ok,
    errors: [Code.nameTaken, Code.forbidden, Code.aliasForm, Code.tooManyRules],
  }),
  post('mail/main/nicknameAndAlias/deleteAlias', {
    noted: { kind: 'aliasGone', detail: 'emailAddr' },
    ownerOnly: true,
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
    /** Failed log-ins never take the place of others. */
    data: z.object({ list: z.array(loginLogLine), more }),
  }),
  post('mail/log/notMe', {
    noted: { kind: 'notMe' },
    renewsSettings: true,
    ownerOnly: true,
    title:
      'A log-in was somebody else: signs out everywhere but here, ends codes, passkeys and forwards, and asks for a new password at the next log-in',
    data: z.object({ ended: z.number().int().nonnegative() }),
  }),
  get('mail/log/changes', {
    title: 'What changed in the security of the account since its owner last looked at it, the newest first',
    data: z.object({
      /** The last visit, null when there was none. */
      since: epochMs.nullable(),
      /** Log-ins never take the place of other changes. */
      list: z.array(securityChange),
      more,
    }),
  }),
  post('mail/log/visit', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'The owner has looked at what changed',
    data: ok,
  }),
  get('mail/log/mailLogInfo', {
    title: 'Mails of the last 30 days that came, went, or did not, the newest first',
    data: z.object({ list: z.array(mailLogLine), more }),
  }),
  get('user/client/detail', {
    switchedBy: 'mailClient',
    title: 'Programs of others: protocols and authorization codes',
    data: clientDetail,
    errors: [Code.forbidden],
  }),
  get('user/client/generatePassword', {
    noted: { kind: 'code', detail: 'name' },
    renewsSettings: true,
    switchedBy: 'clientSwitch',
    recentPassword: 'always',
    ownerOnly: true,
    title: 'Make an authorization code, at most three a day; it is shown this once',
    /** Scopes joined by commas; `all` for everything that a code may be for. */
    query: z.object({ name: shortText.default(''), scopes: z.string().regex(/^[a-z]+(,[a-z]+)*$/) }),
    data: z.object({ code: z.string(), detail: clientDetail }),
    errors: [Code.forbidden, Code.recentPassword, Code.tooManyRequests],
  }),
  get('user/client/cancelPassword', {
    noted: { kind: 'codeGone' },
    renewsSettings: true,
    switchedBy: 'mailClient',
    ownerOnly: true,
    title: 'Revoke an authorization code',
    query: z.object({ codeId: queryIdOf('code') }),
    data: clientDetail,
    errors: [Code.forbidden, Code.notFound],
  }),
  post('mail/client/updateStatus', {
    noted: { kind: 'codeSwitched' },
    renewsSettings: true,
    switchedBy: 'mailClient',
    ownerOnly: true,
    title: 'Switch one authorization code off, or on again; programs that are logged in by it are refused at once',
    body: z.object({ codeId: idOf('code'), enabled: z.boolean() }),
    data: clientDetail,
    errors: [Code.forbidden, Code.notFound],
  }),
  post('user/client/stateByUser', {
    noted: 'nothing',
    renewsSettings: true,
    switchedBy: 'mailClient',
    ownerOnly: true,
    title: 'Let programs of others in, or none',
    body: z.object({ enabled: z.boolean() }),
    data: clientDetail,
    errors: [Code.forbidden],
  }),
  post('user/client/protocol', {
    noted: 'nothing',
    renewsSettings: true,
    switchedBy: 'mailClient',
    ownerOnly: true,
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
    noted: { kind: 'signedOut' },
    renewsSettings: true,
    ownerOnly: true,
    title: 'Sign one device out, or all but this one (`all`)',
    query: z.object({ deviceId: named('device', z.string().regex(/^[\w-]{1,80}$/)) }),
    data: z.object({ list: z.array(device) }),
    errors: [Code.notFound],
  }),
] as const
