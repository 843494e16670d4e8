import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { numberIn, ownedBy } from '../database/ids.ts'
import type { Trx } from '../database/transact.ts'
import { addToFolders, countLabels } from './counters.ts'
import { lockMailboxes } from './lock.ts'

/** The marks of a mail that can be set without moving it. */
export interface Marks {
  readonly seen?: boolean
  readonly sticky?: boolean
  readonly color?: number
  readonly replied?: boolean
  readonly forwarded?: boolean
}

/** Sets one or more marks. Answers the ids of the mails that were different before. */
export async function markMails(
  trx: Trx,
  context: Pick<Context, 'store'>,
  accountId: number,
  mailIds: readonly number[],
  marks: Marks,
): Promise<number[]> {
  const values = Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, Number(value)]))
  const names = Object.keys(values)
  if (names.length === 0) return []
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const different = sql.join(
    names.map((name) => sql`${sql.ref(`mail.${name}`)} <> ${values[name]}`),
    sql` or `,
  )
  const mails = await trx
    .selectFrom('mail')
    .select(['id', 'folder_id', 'seen'])
    .where(numberIn(engine, 'id', mailIds))
    .where(ownedBy('account_id', accountId))
    .where(sql<boolean>`(${different})`)
    .execute()
  if (mails.length === 0) return []
  const turned = marks.seen === undefined ? [] : mails.filter((mail) => mail.seen !== Number(marks.seen))
  const turnedIds = turned.map((mail) => mail.id)
  if (turned.length > 0) await countLabels(trx, engine, turnedIds, -1)
  const changed = mails.map((mail) => mail.id)
  await trx
    .updateTable('mail')
    .set(values)
    .where(numberIn(engine, 'id', changed))
    .execute()
  if (turned.length > 0) {
    await countLabels(trx, engine, turnedIds, 1)
    const unread = marks.seen ? -1 : 1
    await addToFolders(
      trx,
      turned.map((mail) => ({ folderId: mail.folder_id, total: 0, unread, size: 0 })),
    )
  }
  noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: changed })
  return changed
}
