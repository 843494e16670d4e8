import type { LoginAnswer } from '@yanshu/contracts'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { CallError } from '../../platform/http/errors.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { Context } from '../../store/context/context.ts'
import type { Device } from '../../store/sessions/session.service.ts'
import { randomToken, tokenHash } from '../../store/sessions/tokens.ts'
import { placeOf } from '../../store/throttle/place.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { ticketKind } from '../../store/tickets/tickets.ts'
import { openOrAsk } from '../login/index.ts'
import { problemNamed, SsoRefusedError, SsoUnknownError } from './errors.ts'
import { fetchOpenId } from './provider.ts'

/** How long a person may take at the provider. */
export const SSO_LIFE_MS = 10 * 60_000
/** How long the page may take to ask what became of it. */
const ANSWER_LIFE_MS = 2 * 60_000

const begun = ticketKind(
  'sso-begun',
  z.object({
    verifier: z.string(),
    nonce: z.string(),
    redirect: z.string(),
    origin: z.string(),
    /** The hash of the cookie of the browser. */
    browser: z.string(),
  }),
  SSO_LIFE_MS,
)

/** The answer for the page: whose login opens, or why none does. Its name is the secret in the cookie of the browser. */
const ended = ticketKind(
  'sso-ended',
  z.object({ problem: z.string().nullable(), address: z.string(), passwordHash: z.string() }),
  ANSWER_LIFE_MS,
)

type Provider = () => Promise<Configuration>
const callbackOf = (origin: string) => `${origin}/api/oauth/client/sso`
/** The login page; it asks what became of the sign-on, and leads on to where the person wanted to go. */
const pageFor = (redirect: string) =>
  `/#/loginBefore?sso=1${redirect ? `&redirect=${encodeURIComponent(redirect)}` : ''}`

/** Begins a sign-on: where the browser goes, and the secret that its cookie keeps. Throws `TooManyRequestsError`. */
export async function beginSso(
  context: Context,
  provider: Provider,
  { redirect, origin, ip }: { readonly redirect: string; readonly origin: string; readonly ip: string },
): Promise<{ readonly address: string; readonly secret: string }> {
  await countTries(context, [{ scope: `sso:${placeOf(ip)}`, free: 120, longestS: 60 }])
  const secret = randomToken()
  try {
    const known = await provider()
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
      await fetchOpenId()
    const verifier = randomPKCECodeVerifier()
    const nonce = randomNonce()
    const state = await begun.issue(context, {
      data: { verifier, nonce, redirect, origin, browser: tokenHash(secret) },
    })
    const address = buildAuthorizationUrl(known, {
      redirect_uri: callbackOf(origin),
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { address: address.href, secret }
  } catch (error) {
    await note(context, secret, error)
    return { address: pageFor(redirect), secret }
  }
}

/** Who came back from the provider is noted for the page of the same browser. Answers where the browser goes. */
export async function endSso(
  context: Context,
  provider: Provider,
  { state, url, secret }: { readonly state: string; readonly url: string; readonly secret: string },
): Promise<string> {
  const ticket = state === '' ? null : await begun.take(context, state)
  // Another browser than the one that began: it gets nothing, and learns nothing.
  if (!ticket || secret === '' || ticket.data.browser !== tokenHash(secret)) return pageFor('')
  const { verifier, nonce, redirect, origin } = ticket.data
  try {
    const email = await verifiedAddress(context, await provider(), new URL(url, origin), { verifier, nonce, state })
    const account = await findAccount(context.store.db, email)
    if (!account || account.disabled === 1 || account.account_type !== 1) {
      context.log.warn({ email }, 'a single sign-on for which there is no mailbox')
      throw new SsoUnknownError()
    }
    await ended.issue(context, {
      accountId: account.id,
      token: secret,
      data: { problem: null, address: account.address, passwordHash: account.password_hash },
    })
  } catch (error) {
    await note(context, secret, error)
  }
  return pageFor(redirect)
}

/** Letters of ASCII alone: a fold of others would make two addresses of the provider one (`ａ@`, or the sign of kelvin). */
const plainLowerCase = (address: string): string => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The address that the provider has verified. Throws `SsoRefusedError`, `SsoUnknownError`. */
async function verifiedAddress(
  context: Context,
  known: Configuration,
  url: URL,
  { verifier, nonce, state }: { readonly verifier: string; readonly nonce: string; readonly state: string },
): Promise<string> {
  const { authorizationCodeGrant, fetchUserInfo } = await fetchOpenId()
  try {
    const tokens = await authorizationCodeGrant(known, url, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    })
    const sub = tokens.claims()?.sub
    if (!sub) throw new SsoRefusedError()
    // The token of many providers names the person and nothing else.
    const { email, email_verified: verified } = await fetchUserInfo(known, tokens.access_token, sub)
    if (typeof email !== 'string' || verified !== true) {
      context.log.warn({ sub }, 'a single sign-on without a verified address')
      throw new SsoUnknownError()
    }
    return plainLowerCase(email)
  } catch (error) {
    if (error instanceof CallError) throw error
    context.log.info({ reason: String(error) }, 'a single sign-on was not completed')
    throw new SsoRefusedError()
  }
}

/** Why no login opens, for the page to say. */
async function note(context: Context, secret: string, error: unknown): Promise<void> {
  const problem = error instanceof CallError ? error : null
  if (!problem) context.log.error({ err: error }, 'a single sign-on failed')
  const name = problem?.name ?? SsoRefusedError.name
  await ended.issue(context, { token: secret, data: { problem: name, address: '', passwordHash: '' } })
}

/**
 * Opens the login of who came back, in the browser with the cookie, once. What the account asks for besides its
 * password is asked for here too. Throws `SsoRefusedError`, `SsoUnknownError`, `SsoUnreachableError`.
 */
export async function takeSso(context: Context, secret: string, device: Device): Promise<LoginAnswer> {
  const ticket = secret === '' ? null : await ended.take(context, secret)
  if (!ticket) throw new SsoRefusedError()
  if (ticket.data.problem !== null) throw problemNamed(ticket.data.problem)
  if (ticket.accountId === null) throw new SsoRefusedError()
  const { address, passwordHash } = ticket.data
  const answer = await openOrAsk(context, { id: ticket.accountId, address, password_hash: passwordHash }, device)
  if (!answer) throw new SsoRefusedError()
  return answer
}
