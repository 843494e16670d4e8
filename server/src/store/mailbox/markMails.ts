import { sql } from 'kysely'
import type { TransactionContext } from '../context/context.ts'
import { noteChange } from '../database/changeLog.ts'
import { ownedBy } from '../database/ids.ts'
import { preparedForMany } from '../database/prepared.ts'
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
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  mailIds: readonly number[],
  marks: Marks,
): Promise<number[]> {
  const values = Object.fromEntries(Object.entries(marks).map(([name, value]) => [name, Number(value)]))
  const names = Object.keys(values)
  if (names.length === 0) return []
  const { engine } = context.store
  await lockMailboxes(trx, engine, [accountId])
  const { selectDifferent, update } = statementsFor(names)
  const mails = await selectDifferent(trx, mailIds, { ...values, accountId })
  if (mails.length === 0) return []
  const turned = marks.seen === undefined ? [] : mails.filter((mail) => mail.seen !== Number(marks.seen))
  const turnedIds = turned.map((mail) => mail.id)
  if (turned.length > 0) await countLabels(trx, turnedIds, -1)
  const changed = mails.map((mail) => mail.id)
  await update(trx, changed, values)
  if (turned.length > 0) {
    await countLabels(trx, turnedIds, 1)
    const unread = marks.seen ? -1 : 1
    await addToFolders(
      trx,
      turned.map((mail) => ({ folderId: mail.folder_id, total: 0, unread, size: 0 })),
    )
  }
  noteChange(trx, accountId, { kind: 'updated', folderId: null, mailIds: changed })
  return changed
}

/** Marks by name, beside the account they are asked for. */
type Values = Readonly<Record<string, number>>

const statements = new Map<string, ReturnType<typeof prepareFor>>()

/** The statements that set these marks. */
function statementsFor(names: readonly string[]): ReturnType<typeof prepareFor> {
  const kind = names.join(' ')
  const made = statements.get(kind) ?? prepareFor(names)
  statements.set(kind, made)
  return made
}

const prepareFor = (names: readonly string[]) => ({
  selectDifferent: preparedForMany('bigint', (db, isListed, by: Values & { readonly accountId: number }) => {
    const different = names.map((name) => sql`${sql.ref(`mail.${name}`)} <> ${by[name]}`)
    return db
      .selectFrom('mail')
      .select(['id', 'folder_id', 'seen'])
      .where(isListed('id'))
      .where(ownedBy('account_id', by.accountId))
      .where(sql<boolean>`(${sql.join(different, sql` or `)})`)
      .compile()
  }),
  update: preparedForMany('bigint', (db, isListed, by: Values) =>
    db
      .updateTable('mail')
      .set(Object.fromEntries(names.map((name) => [name, by[name]])))
      .where(isListed('id'))
      .compile(),
  ),
})
