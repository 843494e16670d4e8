import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import { MigrationTokenError, MigrationUnreachableError } from './errors.ts'
import type { ServerLogin } from './openServer.ts'

const TIME_MAX_MS = 20_000
/** Failures that pass: the provider is busy or fails itself. */
const passes = (status: number): boolean => status === 408 || status === 429 || status >= 500

const renewed = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1).optional() })

export interface Access {
  /** The same server by a password or an access token. */
  readonly login: ServerLogin
  /** The refresh token that replaces the one that was used; null where that one stays. */
  readonly renewed: string | null
}

/**
 * A login that a server accepts: for a refresh token an access token is got (RFC 6749 §6), by the client that the operator has
 * named for the server. Throws `MigrationTokenError` where the provider refuses it, `MigrationUnreachableError`.
 */
export async function withAccess(
  { migrationTokens }: Pick<Config, 'migrationTokens'>,
  login: ServerLogin,
  signal?: AbortSignal,
): Promise<Access> {
  if (login.login !== 'refresh') return { login, renewed: null }
  const client = migrationTokens.find(({ host }) => host === login.host)
  if (!client) throw new MigrationTokenError('YANSHU_MIGRATION_TOKENS')
  const timeout = AbortSignal.timeout(TIME_MAX_MS)
  const answer = await fetch(client.url, {
    method: 'POST',
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    body: new URLSearchParams({
      ...{ grant_type: 'refresh_token', refresh_token: login.password, client_id: client.clientId },
      ...(client.clientSecret === '' ? {} : { client_secret: client.clientSecret }),
    }),
  }).catch((error: unknown) => {
    throw new MigrationUnreachableError(error)
  })
  const body: unknown = await answer.json().catch(() => null)
  if (passes(answer.status)) throw new MigrationUnreachableError(new Error(`HTTP ${answer.status}`))
  const tokens = renewed.safeParse(body)
  if (!answer.ok || !tokens.success) throw new MigrationTokenError(refusalIn(body))
  const { access_token: password, refresh_token: next } = tokens.data
  return {
    login: { ...login, login: 'token', password },
    renewed: next === undefined || next === login.password ? null : next,
  }
}

/** The provider's own word for it (RFC 6749 §5.2), such as `invalid_grant`. */
function refusalIn(body: unknown): string {
  const refused = z.object({ error: z.string().regex(/^[\x20-\x7e]{1,80}$/) }).safeParse(body)
  return refused.success ? refused.data.error : ''
}
