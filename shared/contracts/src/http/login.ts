import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, ok, post } from './define.ts'
import { userInfo } from './user.ts'

/** What opening or refreshing a session answers. `expiresIn` is the life of the access token in seconds. */
export const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number().int().positive(),
})
export type Tokens = z.infer<typeof tokens>

export const loginCalls = [
  post('mail/apilogin/userLogin', {
    title: 'Log in with account and password',
    access: 'public',
    body: z.object({
      /** Mail address, or its local part where the organisation has one domain. */
      account: z.string().trim().min(1).max(254),
      password: z.string().min(1).max(200),
    }),
    /** `user` as `user/info` says, so that the page need not ask; it comes without when a second step has to follow. */
    data: tokens.extend({ secondVerified: z.boolean(), userMail: z.string(), user: userInfo.optional() }),
    errors: [Code.credentialsWrong, Code.tooManyRequests, Code.busy],
  }),
  post('oauth/token', {
    title: 'Exchange a refresh token for the next pair of tokens',
    access: 'public',
    body: z.object({ grantType: z.literal('refresh_token'), refreshToken: z.string().min(1).max(200) }),
    data: tokens,
    errors: [Code.tokenExpired, Code.tokenInvalid],
  }),
  get('oauth/logout', { title: 'End the session and its tokens', whileLocked: true, data: ok }),
] as const
