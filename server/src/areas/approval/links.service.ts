import type { Actor } from '../../platform/actor/actor.ts'
import { ForbiddenError, NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { randomToken, tokenHash } from '../../store/sessions/tokens.ts'
import { ApprovalClosedError } from './approvalErrors.ts'

export interface Link {
  /** Stands in the address alone. */
  readonly token: string
  readonly address: string
}

/** A new link to a record; null where the operator has not named the address of the client (`YANSHU_WEB_URL`). */
export function newLink({ config }: Pick<Context, 'config'>): Link | null {
  if (config.webUrl === null) return null
  const token = randomToken()
  return { token, address: `${config.webUrl.replace(/[#?].*$/, '')}#/appreply/link/${token}` }
}

/** Keeps its hash, in the transaction that queues the mail with it. */
export async function keepLink(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  { token }: Link,
  { recordId, accountId }: { readonly recordId: number; readonly accountId: number },
): Promise<void> {
  await trx
    .insertInto('approval_link')
    .values({ token_hash: tokenHash(token), record_id: recordId, account_id: accountId, made_at: now(), used_at: null })
    .execute()
}

/**
 * Opens a link: answers the record that it leads to, once. It decides nothing. Throws `ForbiddenError` for who uses the
 * mailbox of another person, `NotFoundError` for a link that is not the caller's, or is gone with its record, and
 * `ApprovalClosedError` for one that was opened before.
 */
export async function openLink(
  context: Context,
  { accountId, personId }: Pick<Actor, 'accountId' | 'personId'>,
  token: string,
): Promise<number> {
  if (personId !== accountId) throw new ForbiddenError()
  const hash = tokenHash(token)
  return transact(context, async (trx) => {
    const opened = await trx
      .updateTable('approval_link')
      .set({ used_at: context.now() })
      .where('token_hash', '=', hash)
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .returning('record_id')
      .executeTakeFirst()
    if (opened) return opened.record_id
    const used = await trx
      .selectFrom('approval_link')
      .select('record_id')
      .where('token_hash', '=', hash)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    throw used ? new ApprovalClosedError() : new NotFoundError()
  })
}
