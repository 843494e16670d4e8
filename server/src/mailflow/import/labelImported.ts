import type { TransactionContext } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { labelMails } from '../../store/mailbox/index.ts'

const COLORS = 10

/** Puts labels on mails that were just stored, by their names; labels that are missing are made. The mailbox is locked. */
export async function labelImported(
  trx: Trx,
  context: Pick<TransactionContext, 'store'>,
  accountId: number,
  labelled: readonly { readonly mailId: number; readonly labels: readonly string[] }[],
): Promise<void> {
  const byName = new Map<string, number[]>()
  for (const { mailId, labels } of labelled)
    for (const name of labels) byName.set(name, [...(byName.get(name) ?? []), mailId])
  for (const [name, mailIds] of byName) {
    const labelId = await idOf(trx, accountId, name)
    await labelMails(trx, context, accountId, { mailIds, add: [labelId], remove: [] })
  }
}

async function idOf(trx: Trx, accountId: number, written: string): Promise<number> {
  const name = written.normalize('NFC')
  const there = await trx
    .selectFrom('label')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (there) return there.id
  const { count } = await trx
    .selectFrom('label')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const made = await trx
    .insertInto('label')
    .values({ account_id: accountId, name, color: Number(count) % COLORS, sort: Number(count) })
    .returning('id')
    .executeTakeFirstOrThrow()
  noteChange(trx, accountId, { kind: 'folders', folderId: null, mailIds: [] })
  return made.id
}
