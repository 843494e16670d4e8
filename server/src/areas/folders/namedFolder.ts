import { sql } from 'kysely'
import { NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { createFolder } from './folders.service.ts'

/** The name of a folder that the system makes, in both languages. */
export interface FolderNames {
  readonly zh: string
  readonly en: string
}

/** What is put behind a name that is taken. */
const SUFFIXES = ['', ' 2', ' 3'] as const

/**
 * A folder without a password that has one of these names, made in the language of its owner when it is first needed. It is
 * a folder like any other: its owner may name it anew, and then the next one is made.
 * @param empty whether one with mails in it is passed over: it was made by its owner for something else
 */
export async function namedFolder(
  context: Context,
  accountId: number,
  names: FolderNames,
  { empty = false } = {},
): Promise<number> {
  const all = Object.values(names).flatMap((name) => SUFFIXES.map((suffix) => `${name}${suffix}`))
  const find = async () =>
    (
      await context.store.db
        .selectFrom('folder')
        .select('id')
        .where('account_id', '=', accountId)
        .where('name', 'in', all)
        .where('role', '=', 'custom')
        .where('guarded', '=', 0)
        .$if(empty, (query) => query.where('total', '=', 0))
        .orderBy('id')
        .executeTakeFirst()
    )?.id
  const known = await find()
  if (known !== undefined) return known
  const { language } = await readSettings(context, accountId)
  for (const suffix of SUFFIXES) {
    try {
      return (await createFolder(context, systemActor(accountId), `${names[language]}${suffix}`)).folderId
    } catch (error) {
      if (!(error instanceof NameTakenError)) throw error
      // Another call has made it meanwhile, or it has a password.
      const made = await find()
      if (made !== undefined) return made
    }
  }
  throw new NameTakenError()
}

/** Makes a folder the one in which first mails of unknown senders wait, instead of another; null for none. */
export const setScreeningFolder = (context: Context, accountId: number, folderId: number | null): Promise<void> =>
  changeTree(context, accountId, async (trx) => {
    await trx
      .updateTable('folder')
      .set({ screens: 0 })
      .where('account_id', '=', accountId)
      // As it stands in the index.
      .where(sql<boolean>`screens = 1`)
      .execute()
    if (folderId === null) return
    await trx
      .updateTable('folder')
      .set({ screens: 1 })
      .where('account_id', '=', accountId)
      .where('id', '=', folderId)
      .execute()
  })
