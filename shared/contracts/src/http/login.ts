import { z } from 'zod'
import { Code } from '../codes.ts'
import { enteredPassword, get, ok, post } from './define.ts'
import { folderLists } from './folders.ts'
import { account, phone, shortCode, ticket } from './loginFields.ts'
import { indexSettings } from './settings.ts'
import { userInfo } from './user.ts'

/** What opening or refreshing a session answers. `expiresIn` is the life of the access token in seconds. */
export const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number().int().positive(),
})
export type Tokens = z.infer<typeof tokens>

/**
 * A second step that is typed: a code of an app, sent to the phone, or kept for when the phone is lost; after a code that
 * was sent to the phone, the password.
 */
const codeMethod = z.enum(['totp', 'sms', 'recovery', 'password'])
export type CodeMethod = z.infer<typeof codeMethod>
/** The second step of a login: by a code, or by a passkey (`oauth/passkey/verify`). */
export const secondMethod = z.enum([...codeMethod.options, 'passkey'])
export type SecondMethod = z.infer<typeof secondMethod>

/** What a page asks for first, as the answers of `mail/main/index` and `mail/main/folder/list`. */
export const sessionStart = z.object({
  /** The newest change of the account that both include. */
  changeSeq: z.number().int().nonnegative(),
  index: indexSettings,
  folders: folderLists,
})
export type SessionStart = z.infer<typeof sessionStart>

/** A session that is open. `user` as `user/info` answers it, and `start`, so that the page need not ask. */
export const openedSession = tokens.extend({
  secondVerified: z.literal(false),
  userMail: z.string(),
  user: userInfo.optional(),
  /** Left out while the password must be changed, and by older servers. */
  start: sessionStart.optional(),
})

/** The first step was right and a second one has to follow (`oauth2/verify`), within five minutes. */
export const secondStep = z.object({
  secondVerified: z.literal(true),
  verifyId: z.string(),
  methods: z.array(secondMethod),
  /** The end of the phone number that a code can be sent to, '' without one. */
  phoneEnd: z.string(),
})

/** What every way in answers. */
export const loginAnswer = z.discriminatedUnion('secondVerified', [openedSession, secondStep])
export type LoginAnswer = z.infer<typeof loginAnswer>
export type OpenedSession = z.infer<typeof openedSession>
export type SecondStep = z.infer<typeof secondStep>

export const loginCalls = [
  post('mail/apilogin/userLogin', {
    title: 'Log in with account and password',
    access: 'public',
    body: z.object({
      /** Mail address, or its local part where the organisation has one domain. */
      account,
      password: enteredPassword,
      /** What `verify/token` or `verify/image` has answered, where a challenge is asked for (429002). */
      verifyToken: ticket.optional(),
    }),
    data: loginAnswer,
    errors: [Code.credentialsWrong, Code.challengeNeeded, Code.tooManyRequests, Code.busy],
  }),
  post('oauth2/verify', {
    title:
      'The second step of a login: a code of an app, of a short message, or a recovery code; after a phone code the password',
    access: 'public',
    body: z.object({ verifyId: ticket, method: codeMethod, code: enteredPassword }),
    data: loginAnswer,
    errors: [Code.codeWrong, Code.oldPasswordWrong, Code.loginStepOver, Code.tooManyRequests],
  }),
  post('oauth2/code', {
    title: 'Send the code of the second step to the phone of the account',
    access: 'public',
    body: z.object({ verifyId: ticket }),
    data: z.object({ resendIn: z.number().int() }),
    errors: [Code.loginStepOver, Code.smsNotOffered, Code.tooManyRequests],
  }),
  post('sms/code', {
    title: 'Send a login code to a phone. The answer is the same whether somebody has the number',
    access: 'public',
    body: z.object({ phone, verifyToken: ticket.optional() }),
    data: z.object({ smsId: z.string(), resendIn: z.number().int() }),
    errors: [Code.badRequest, Code.challengeNeeded, Code.smsNotOffered, Code.tooManyRequests],
  }),
  post('oauth/code', {
    title: 'Log in with the code that was sent to a phone',
    access: 'public',
    body: z.object({
      phone,
      code: shortCode,
      /** What `sms/code` has answered. Tries count for it, so that those of others end no code. A page of before has none. */
      smsId: ticket.optional(),
    }),
    data: loginAnswer,
    errors: [Code.codeWrong, Code.codeOver, Code.smsNotOffered, Code.tooManyRequests],
  }),
  get('mail/main/sms/smsGatewayStatusQuery', {
    title: 'Whether codes can be sent to phones',
    access: 'public',
    data: z.object({ enabled: z.boolean() }),
  }),
  get('mail/main/domain/queryAll', {
    title: 'The mail domains somebody can choose at login',
    access: 'public',
    data: z.object({ list: z.array(z.object({ domainName: z.string() })) }),
  }),
  get('oauth2/authorize', {
    title: 'Begin single sign-on: leads to the provider (OpenID Connect, authorization code with PKCE)',
    access: 'public',
    query: z.object({
      /** The path of the application that is opened afterwards; too long a one is none. */
      redirect: z.string().max(2_000).optional().catch(undefined),
    }),
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.ssoNotOffered, Code.tooManyRequests, Code.upstreamFailed],
  }),
  get('oauth/client/sso', {
    title: 'Where the provider sends who has logged in there; leads back to the login page',
    access: 'public',
    query: z.object({
      state: ticket.optional(),
      code: z.string().max(4_000).optional(),
      error: z.string().max(200).optional(),
    }),
    data: z.unknown(),
    answers: 'blob',
    errors: [Code.ssoNotOffered],
  }),
  get('oauth/sso', {
    title: 'What became of the single sign-on of this browser, which its cookie names; once',
    access: 'public',
    data: loginAnswer,
    errors: [Code.ssoRefused, Code.ssoUnknown],
  }),
  post('oauth/token', {
    title: 'Exchange a refresh token for the next pair of tokens',
    access: 'public',
    body: z.object({ grantType: z.literal('refresh_token'), refreshToken: ticket }),
    data: tokens,
    errors: [Code.tokenExpired, Code.tokenInvalid],
  }),
  get('oauth/logout', { title: 'End the session and its tokens', whileLocked: true, whilePasswordDue: true, data: ok }),
] as const
