import { createHash, randomBytes } from 'node:crypto'
import { NotFoundError, TokenInvalidError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'

/** How long the browser has to reach the console. */
const VALID_MS = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The address of the console with a new token. For administrators, where the operator has named a console. */
export async function consoleAddress(context: Context, accountId: number): Promise<string> {
  const { consoleUrl } = context.config
  if (consoleUrl === null) throw new NotFoundError()
  const token = randomBytes(24).toString('base64url')
  const now = context.now()
  await transact(context, async (trx) => {
    await trx.deleteFrom('console_token').where('expires_at', '<', now).execute()
    await trx
      .insertInto('console_token')
      .values({ hash: hashOf(token), account_id: accountId, expires_at: now + VALID_MS })
      .execute()
  })
  const url = new URL(consoleUrl)
  url.searchParams.set('token', token)
  return url.href
}

/**
 * Whom a token names; it is used up by that. Throws `TokenInvalidError` for one that is unknown, used or expired, and
 * when its owner is no administrator any more.
 */
export async function verifyConsoleToken(
  context: Context,
  token: string,
): Promise<{ account: string; userName: string }> {
  const hash = hashOf(token)
  // The call needs no login, so only a token that exists costs a transaction.
  const known = await context.store.db
    .selectFrom('console_token')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!known) throw new TokenInvalidError()
  const used = await transact(context, (trx) =>
    trx.deleteFrom('console_token').where('hash', '=', hash).returning(['account_id', 'expires_at']).executeTakeFirst(),
  )
  if (!used || used.expires_at < context.now()) throw new TokenInvalidError()
  const account = await context.store.db
    .selectFrom('account')
    .select(['address', 'name'])
    .where('id', '=', used.account_id)
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!account) throw new TokenInvalidError()
  return { account: account.address, userName: account.name }
}
