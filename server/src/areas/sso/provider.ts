import type { Configuration } from 'openid-client'
import type { Context } from '../../store/context/context.ts'
import { SsoNotOfferedError, SsoUnreachableError } from './errors.ts'

/** Seconds that the provider has for an answer. */
const PROVIDER_WAIT_S = 10
/** After so long its description is read again: addresses and keys change. */
const KNOWN_FOR_MS = 60 * 60_000

/** Loaded when a person logs in by single sign-on. */
export const fetchOpenId = () => import('openid-client')

/** The provider as it describes itself; asked again after an hour, and after a failure. */
export function knownProvider(context: Pick<Context, 'config' | 'log' | 'now'>): () => Promise<Configuration> {
  let known: Promise<Configuration> | null = null
  let readAt = 0
  return async () => {
    const { sso } = context.config
    if (!sso) throw new SsoNotOfferedError()
    if (known && context.now() - readAt < KNOWN_FOR_MS) return known
    const { discovery, allowInsecureRequests } = await fetchOpenId()
    readAt = context.now()
    const execute = sso.issuer.startsWith('http:') ? [allowInsecureRequests] : []
    known = discovery(new URL(sso.issuer), sso.clientId, sso.clientSecret, undefined, {
      timeout: PROVIDER_WAIT_S,
      execute,
    }).catch((error: unknown) => {
      known = null
      context.log.warn({ err: error, issuer: sso.issuer }, 'the provider of the single sign-on cannot be read')
      throw new SsoUnreachableError()
    })
    return known
  }
}
