import { z } from 'zod'
import { Code } from '../codes.ts'
import { ADDRESS_MAX, PASSWORD_PROMPT_SNOOZE_DAYS } from '../limits.ts'
import { compared, enteredPassword, epochMs, get, ok, post } from './define.ts'
import { account, shortCode, ticket } from './loginFields.ts'
import { idOf } from './names.ts'

/** What a new password is held against by `brokenPasswordRules`. */
export const passwordRules = z.object({
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The login name. */
  account: z.string(),
  /** All readings of each character of the owner's name, in pinyin without tones. */
  nameReadings: z.array(z.array(z.string())),
})

/** What is shown beside the phone where a short message is the second step of the account too. */
const besidePhone = z.enum(['totp', 'recovery'])
export type BesidePhone = z.infer<typeof besidePhone>

/** Whatever is typed: the rules judge it, not the schema. */
const newPassword = compared(200)

export const passwordCalls = [
  get('user/password/rules', {
    title: 'What a new password of the account is held against',
    whilePasswordDue: true,
    data: passwordRules.extend({
      /** The authorization codes that end with the password, unless they are kept. */
      codes: z.array(
        z.object({ codeId: idOf('code'), name: z.string(), createdAt: epochMs, lastUsedAt: epochMs.nullable() }),
      ),
    }),
  }),
  post('user/password/confirm', {
    title: 'The person enters their password, which counts for ten minutes where a recent one is asked for',
    body: z.object({ password: enteredPassword }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.tooManyRequests, Code.busy],
  }),
  post('user/update/password', {
    noted: { kind: 'password' },
    ownerOnly: true,
    title: 'Change the password. All other logins of the account end, and its authorization codes but those to keep',
    whilePasswordDue: true,
    body: z.object({
      oldPassword: enteredPassword,
      newPassword,
      keepCodes: z.array(idOf('code')).max(1_000).optional(),
    }),
    data: ok,
    errors: [Code.oldPasswordWrong, Code.passwordRefused, Code.tooManyRequests, Code.busy],
  }),
  post('user/password/prompt', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Be reminded of the password in so many days again',
    query: z.object({ expireDay: z.coerce.number().int().min(1).max(PASSWORD_PROMPT_SNOOZE_DAYS) }),
    data: ok,
  }),
  get('user/bind/recoveryEmail', {
    title: 'The address at another provider by which a forgotten password is replaced',
    data: z.object({ email: z.string() }),
  }),
  post('user/bind/recoveryEmail', {
    noted: { by: 'email', kinds: { '': 'recoveryGone' } },
    renewsSettings: true,
    personAlone: 'forbidden',
    ownerOnly: true,
    title: 'Send a code to another such address, with the password; an empty one takes the address away at once',
    body: z.object({ email: z.string().trim().max(ADDRESS_MAX), password: enteredPassword }),
    data: z.object({
      /** Brought back with the code; '' when there is nothing to confirm. */
      bindId: z.string(),
      resendIn: z.number().int(),
    }),
    errors: [Code.badRequest, Code.oldPasswordWrong, Code.forbidden, Code.tooManyRequests, Code.busy],
  }),
  post('user/bind/confirm', {
    noted: { kind: 'recoveryEmail' },
    renewsSettings: true,
    ownerOnly: true,
    title: 'The code that was sent to the address, which stands with the account from then on; five tries',
    body: z.object({ bindId: ticket, code: shortCode }),
    data: ok,
    errors: [Code.codeWrong, Code.codeOver],
  }),
  post('password/recover', {
    title: 'Begin to replace a forgotten password: send a code. The answer is the same whether the account is there',
    access: 'public',
    body: z.object({
      account,
      way: z.enum(['phone', 'email']),
      /** The phone number or mail address that stands with the account. */
      to: compared(ADDRESS_MAX, z.string().trim()),
      verifyToken: ticket.optional(),
    }),
    data: z.object({ recoverId: z.string(), resendIn: z.number().int() }),
    errors: [Code.badRequest, Code.challengeNeeded, Code.smsNotOffered, Code.tooManyRequests],
  }),
  post('sms/verify', {
    title: 'The code of `password/recover`; five tries',
    access: 'public',
    body: z.object({ recoverId: ticket, code: shortCode }),
    data: z.object({
      editToken: z.string(),
      rules: passwordRules,
      /** One of these has to come with the new password; none is asked for when it is empty. */
      second: z.array(besidePhone),
    }),
    errors: [Code.codeWrong, Code.codeOver, Code.phoneAlone, Code.tooManyRequests],
  }),
  post('password/edit', {
    title: 'Set the new password with what `sms/verify` has answered. All logins of the account end',
    access: 'public',
    body: z.object({
      editToken: ticket,
      password: newPassword,
      second: z.object({ method: besidePhone, code: enteredPassword }).optional(),
    }),
    data: z.object({ userMail: z.string() }),
    errors: [Code.passwordRefused, Code.codeWrong, Code.codeOver, Code.phoneAlone, Code.tooManyRequests, Code.busy],
  }),
] as const
