import { sql } from 'kysely'
import type { Context, TransactionContext } from '../context/context.ts'
import { numberIn } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { transact } from '../database/transact.ts'
import { isMessageFree, noteReleased } from '../mailbox/messageHolders.ts'
import { UNRELEASED } from '../queue/outgoingState.ts'

const ROWS_AT_ONCE = 200

export interface SweptMessages {
  readonly outgoing: number
  readonly messages: number
}

/**
 * Removes outgoing mail that is finished and whose copy is deleted, and messages that neither a mailbox nor the queue
 * has any more. What has not left yet is noted again.
 */
export async function sweepMessages(context: Context, before: number): Promise<SweptMessages> {
  let outgoing = 0
  let messages = 0
  for (;;) {
    const swept = await transact(context, (trx) => sweepSome(trx, context, before))
    if (!swept) return { outgoing, messages }
    outgoing += swept.outgoing
    messages += swept.messages
  }
}

async function sweepSome(trx: Trx, context: TransactionContext, before: number): Promise<SweptMessages | null> {
  const { engine } = context.store
  const noted = await trx
    .deleteFrom('garbage_message')
    .where('id', 'in', (eb) =>
      eb.selectFrom('garbage_message').select('id').where('since', '<', before).orderBy('id').limit(ROWS_AT_ONCE),
    )
    .returning('message_id')
    .execute()
  if (noted.length === 0) return null
  const ids = [...new Set(noted.map(({ message_id }) => message_id))]
  const outgoing = await trx
    .deleteFrom('outgoing')
    .where(numberIn(engine, 'message_id', ids))
    .where('created_at', '<', before)
    // A mail that was recalled and is a draft again needs nothing more of it.
    .where('state', 'not in', [...UNRELEASED, 'released'])
    .where(sql<boolean>`(state = 'taken-back' and writing is null
      or not exists (select 1 from mail where mail.id = outgoing.mail_id))`)
    // A sender who has not got the report of a failure yet will still get it.
    .where(sql<boolean>`not exists (select 1 from outgoing_recipient as r
      where r.outgoing_id = outgoing.id and r.state = 'failed' and r.notified_at is null)`)
    .returning(['id', 'mail_id'])
    .execute()
  await noteParts(
    trx,
    outgoing.flatMap(({ mail_id }) => mail_id ?? []),
    context,
  )
  const messages = await trx
    .deleteFrom('message')
    .where(numberIn(engine, 'id', ids))
    // Noted again when its recipients are done, or its other holders are gone.
    .where(isMessageFree)
    .returning('id')
    .execute()
  const left = await trx
    .selectFrom('outgoing')
    .select('message_id')
    .distinct()
    .where(numberIn(engine, 'message_id', ids))
    .execute()
  await noteReleased(
    trx,
    left.map(({ message_id }) => message_id),
    context.now(),
  )
  return { outgoing: outgoing.length, messages: messages.length }
}

/** What a letter was taken apart into is kept as long as the letter: each part has a message of its own. */
async function noteParts(trx: Trx, mailIds: readonly number[], { store, now }: TransactionContext): Promise<void> {
  if (mailIds.length === 0) return
  const parts = await trx
    .selectFrom('outgoing')
    .select('message_id')
    .where(numberIn(store.engine, 'mail_id', mailIds))
    .where('origin', '=', 'part')
    .execute()
  await noteReleased(
    trx,
    parts.map(({ message_id }) => message_id),
    now(),
  )
}
