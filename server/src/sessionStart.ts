import type { SessionStart } from '@yanshu/contracts'
import { listFolders } from './areas/folders/index.ts'
import { indexSettingsOf } from './areas/settings/index.ts'
import type { Context } from './store/context/context.ts'

/**
 * What the page of a new session asks for first: one answer of the login instead of two more calls. A new session has opened
 * no folder. Null while the password must be changed, until which the server answers nothing else, and where it cannot be
 * read now: the login stands, and the page asks.
 */
export async function sessionStart(context: Context, address: string): Promise<SessionStart | null> {
  try {
    const account = await context.store.db
      .selectFrom('account')
      .select(['id', 'change_seq', 'change_password'])
      .where('address', '=', address)
      .executeTakeFirst()
    if (!account || account.change_password === 1) return null
    const { id: accountId, change_seq: changeSeq } = account
    const index = await indexSettingsOf(context, { accountId, personId: accountId })
    const folders = await listFolders(context, { accountId, openFolders: 'none' })
    return { changeSeq, index, folders }
  } catch (error) {
    context.log.warn({ err: error }, 'a login is answered without settings and folders')
    return null
  }
}
