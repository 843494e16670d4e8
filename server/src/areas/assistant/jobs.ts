import { randomBytes } from 'node:crypto'
import { AI_REQUESTS_PER_MINUTE, AI_TICKET_MS } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { TooManyRequestsError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { countAlone } from '../../store/mailbox/index.ts'
import type { AssistantRequest } from './request.ts'

const MINUTE_MS = 60_000

/** A request on its way to the socket. */
export interface Job {
  readonly id: string
  readonly accountId: number
  readonly sessionId: string
  readonly request: AssistantRequest
}

/**
 * Keeps a request until its ticket comes over the socket, and answers the ticket. It stands in the store because the
 * socket may lead to another server. Throws `TooManyRequestsError`, before anything slow is begun.
 */
export async function keepJob(context: Context, caller: SessionActor, request: AssistantRequest): Promise<string> {
  const at = context.now()
  const id = randomBytes(24).toString('base64url')
  await transact(context, async (trx) => {
    await countAlone(trx, context.store, caller.accountId)
    const { recent } = await trx
      .selectFrom('assistant_job')
      .select((eb) => eb.fn.countAll<number>().as('recent'))
      .where('account_id', '=', caller.accountId)
      .where('created_at', '>', at - MINUTE_MS)
      .executeTakeFirstOrThrow()
    if (Number(recent) >= AI_REQUESTS_PER_MINUTE) throw new TooManyRequestsError(60)
    await trx
      .insertInto('assistant_job')
      .values({
        id,
        account_id: caller.accountId,
        session_id: caller.sessionId,
        request: JSON.stringify(request),
        created_at: at,
      })
      .execute()
  })
  await context.store.db
    .deleteFrom('assistant_job')
    .where('created_at', '<=', at - AI_TICKET_MS)
    .execute()
  return id
}

/** The request of a ticket, null for one that is unknown or too old. It may be taken again, over a new socket. */
export async function jobOf({ store, now }: Context, ticket: string): Promise<Job | null> {
  const row = await store.db
    .selectFrom('assistant_job')
    .selectAll()
    .where('id', '=', ticket)
    .where('created_at', '>', now() - AI_TICKET_MS)
    .executeTakeFirst()
  if (!row || row.request === '') return null
  return {
    id: row.id,
    accountId: row.account_id,
    sessionId: row.session_id,
    request: JSON.parse(row.request) as AssistantRequest,
  }
}

/** Forgets what was asked once it is answered. The row stays some minutes: it is what requests are counted by. */
export async function forgetJob({ store }: Context, ticket: string): Promise<void> {
  await store.db.updateTable('assistant_job').set({ request: '' }).where('id', '=', ticket).execute()
}
