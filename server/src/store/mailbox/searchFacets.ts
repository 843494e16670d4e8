import { FACET_MAILS_MAX, FACET_VALUES_MAX, type FileTypeName, type SearchFacets } from '@yanshu/contracts'
import { sql } from 'kysely'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../context/context.ts'
import { numbersAsTable } from '../database/ids.ts'
import type { Database } from '../database/open.ts'
import { isKnownFile, typeOfFile } from '../search/fileTypes.ts'
import { reading } from '../search/findOnPostgres.ts'
import { shownPerson } from './listItems.ts'
import { foldersOf } from './lists.ts'
import { openedFolder, type Sought } from './searchMails.ts'
import { firstSortKeyAt } from './sortKey.ts'

/**
 * Counts the newest hits of a search by folder, sender, time and kind of file. The same folders are left out as by the search.
 * Both reads wait for their turn among the searches of all accounts and are ended by the time limit of a search.
 * Throws `FolderNotFoundError`, `FolderClosedError`, `SearchTooLongError`, `BusyError`.
 * @param moments epoch milliseconds
 */
export async function searchFacets(
  context: Context,
  reader: MailReader,
  sought: Sought,
  moments: readonly number[],
): Promise<SearchFacets> {
  const { accountId } = reader
  if (sought.folderId !== undefined) await openedFolder(context, reader, sought.folderId)
  const { unlisted, unlistedMails } = await foldersOf(context, accountId)
  const finding = { ...sought, accountId, unlisted, unlistedMails }
  const page = { limit: FACET_MAILS_MAX + 1, offset: 0, before: null, counted: false }
  const { hits } = await context.search.find(context, finding, page)
  const counted = hits.slice(0, FACET_MAILS_MAX)
  const keys = moments.map(firstSortKeyAt)
  return {
    ...(await countsOf(
      context,
      accountId,
      counted.map(({ id }) => id),
    )),
    since: keys.map((key) => counted.filter(({ sort_key }) => sort_key >= key).length),
    mails: counted.length,
    more: hits.length > FACET_MAILS_MAX,
  }
}

type Counts = Pick<SearchFacets, 'folders' | 'people' | 'fileTypes'>

/** The three counts that need the rows of the mails. */
async function countsOf({ store, search }: Context, accountId: number, mailIds: readonly number[]): Promise<Counts> {
  if (mailIds.length === 0) return { folders: [], people: [], fileTypes: [] }
  const count = (db: Database) => countIn(db, accountId, numbersAsTable(store.engine, mailIds))
  return search.readInTurn(accountId, () =>
    store.engine === 'postgres' ? reading(store, { seqScan: false }, count) : count(store.longReads),
  )
}

async function countIn(db: Database, accountId: number, listed: ReturnType<typeof numbersAsTable>): Promise<Counts> {
  const mails = sql`${listed} join mail m on m.id = wanted.value and +m.account_id = ${accountId}`
  const messages = sql`${mails} join message g on g.id = m.message_id`
  const most = sql`order by mails desc, 1 limit ${sql.lit(FACET_VALUES_MAX)}`
  const folders = await sql<{ mailboxId: number; mails: number }>`
    select m.folder_id as "mailboxId", count(*) as mails from ${mails} group by m.folder_id ${most}`.execute(db)
  const people = await sql<{ address: string; name: string; mails: number }>`
    select lower(g.from_address) as address, max(g.from_name) as name, count(*) as mails from ${messages}
    where g.from_address <> '' group by lower(g.from_address) ${most}`.execute(db)
  const fileTypes = await sql<{ fileType: FileTypeName; mails: number }>`
    select type as "fileType", count(distinct id) as mails from (
      select ${typeOfFile} as type, m.id from ${messages} join attachment a on a.message_id = g.id where ${isKnownFile}
    ) as files where type is not null group by type ${most}`.execute(db)
  return {
    folders: folders.rows,
    people: people.rows.map(({ mails, ...person }) => ({ ...shownPerson(person), mails })),
    fileTypes: fileTypes.rows,
  }
}
