import { noteChange } from '../database/changeLog.ts'
import type { Trx } from '../database/transact.ts'

const COLORS = 10

/** The label of an account that has a name; made where it is missing, behind the others. The caller has locked the mailbox. */
export async function labelNamed(trx: Trx, accountId: number, written: string): Promise<number> {
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
