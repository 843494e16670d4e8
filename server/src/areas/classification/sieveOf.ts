import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { listRules } from './ruleBooks.ts'
import { listSenders } from './senders.service.ts'
import { writeSieve } from './writeSieve.ts'

/** The rules of an account, and its blocked senders, as a Sieve script. */
export async function sieveOf(context: Context, accountId: number): Promise<string> {
  const { db } = context.store
  const folders = await db.selectFrom('folder').select(['id', 'name']).where('account_id', '=', accountId).execute()
  const labels = await db.selectFrom('label').select(['id', 'name']).where('account_id', '=', accountId).execute()
  const nameIn = (list: typeof folders) => (id: number) => list.find((one) => one.id === id)?.name ?? null
  return writeSieve(await listRules(db, accountId), {
    folder: nameIn(folders),
    label: nameIn(labels),
    timeZone: (await readSettings(context, accountId)).timeZone,
    senders: await listSenders(db, accountId),
  })
}
