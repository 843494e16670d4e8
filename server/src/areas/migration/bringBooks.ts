import type { MigrationBookReason } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { MigrationBookTable } from '../../store/database/mailMigration.schema.ts'
import { transact } from '../../store/database/transact.ts'
import type { Job } from '../../store/jobs/index.ts'
import { DavClient, DavTooLargeError } from './books/davClient.ts'
import { type BookKind, davDomains, findBooks, listItems, type Names, type OtherItem } from './books/findBooks.ts'
import { bringCards } from './bringCards.ts'
import { bringEvents } from './bringEvents.ts'
import { MigrationHaltedError, type MigrationRow, requireRunning } from './migrationRows.ts'
import {
  MigrationCertificateError,
  MigrationLoginError,
  MigrationNotAllowedError,
  MigrationThrottledError,
  MigrationUnreachableError,
} from './server/errors.ts'

export type BookRow = Selectable<MigrationBookTable>

export interface BookWork {
  readonly context: Context
  readonly job: Job
  readonly migration: MigrationRow
  readonly client: DavClient
}

/** A card or an object of a calendar, as it came; without a text, the reason is why. */
export interface FetchedItem extends OtherItem {
  readonly text: string
  readonly reason: string
}

/** What became of an item: '' for one that came whole. */
export interface ItemOutcome {
  readonly item: OtherItem
  readonly isBrought: boolean
  readonly reason: string
}

/** Stores some fetched items; answers what became of each. */
export type StoreItems = (items: readonly FetchedItem[]) => Promise<readonly ItemOutcome[]>

const ITEM_MAX = 8 * 1_048_576
/** Items of one import. */
const ITEMS_AT_ONCE = 20
const BOOKS_MAX = 100

/**
 * Brings the address books and calendars that a migration was asked for; in a dry run counts what they hold. A book that cannot
 * be brought is named with its reason and stops nothing else. Throws `MigrationHaltedError` and what a full disk throws.
 */
export async function bringBooks(
  context: Context,
  job: Job,
  migration: MigrationRow,
  password: string,
  names?: Names,
): Promise<void> {
  const kinds: BookKind[] = [
    ...(migration.contacts === 1 ? (['contacts'] as const) : []),
    ...(migration.calendars === 1 ? (['calendars'] as const) : []),
  ]
  if (kinds.length === 0) return
  const place = { user: migration.user_name, host: migration.host, dav: migration.dav }
  const login = { ...migration, user: migration.user_name, password }
  const client = new DavClient(context.config, login, davDomains(place), job.signal)
  try {
    for (const kind of kinds) {
      await requireRunning(context.store.db, migration.id)
      const work = { context, job, migration, client }
      for (const book of await booksOf(work, kind, () => findBooks(client, place, kind, names))) {
        if (book.state !== 'done') await bringBook(work, book)
      }
    }
  } finally {
    client.close()
  }
}

/** The books of a kind, found anew unless a run before this one has begun with them. */
async function booksOf(
  { context, migration, job }: BookWork,
  kind: BookKind,
  find: () => Promise<readonly { readonly url: string; readonly name: string }[]>,
): Promise<BookRow[]> {
  const { db } = context.store
  const rows = () =>
    db
      .selectFrom('migration_book')
      .selectAll()
      .where('migration_id', '=', migration.id)
      .where('kind', '=', kind)
      .where('url', '<>', '')
      .orderBy('id')
      .execute()
  const there = await rows()
  if (there.some(({ state }) => state === 'running' || state === 'done')) return there
  const found = await find().catch((error: unknown) => {
    job.signal.throwIfAborted()
    return reasonOf(error)
  })
  const books = typeof found === 'string' ? [] : found.slice(0, BOOKS_MAX)
  const reason: MigrationBookReason = typeof found === 'string' ? found : 'none'
  await transact(context, async (trx) => {
    await job.hold(trx)
    await requireRunning(trx, migration.id)
    await trx
      .deleteFrom('migration_book')
      .where('migration_id', '=', migration.id)
      .where('kind', '=', kind)
      .where('url', '=', '')
      .execute()
    const added = books.filter(({ url }) => !there.some((one) => one.url === url))
    const none = there.length + added.length === 0
    const values = none
      ? [{ url: '', name: '', state: 'failed' as const, reason }]
      : added.map(({ url, name }) => ({ url, name }))
    for (const one of values) {
      await trx
        .insertInto('migration_book')
        .values({ migration_id: migration.id, kind, calendar_id: null, ...one })
        .execute()
    }
  })
  return rows()
}

async function bringBook(work: BookWork, book: BookRow): Promise<void> {
  const { context, job, migration, client } = work
  const set = (values: Partial<Pick<BookRow, 'state' | 'reason' | 'total'>>) =>
    context.store.db.updateTable('migration_book').set(values).where('id', '=', book.id).execute()
  try {
    const items = await listItems(client, book.url)
    if (migration.dry === 1) {
      await set({ total: items.length, reason: '' })
      return
    }
    await set({ state: 'running', reason: '', total: items.length })
    await forget(context, book, items)
    const known = await knownItems(context, migration, book)
    const fresh = items.filter(({ url, etag }) => etag === '' || known.get(url) !== etag)
    await note(
      work,
      book,
      items.filter((item) => !fresh.includes(item)).map((item) => ({ item, isBrought: true, reason: '' })),
    )
    const target = await (book.kind === 'contacts' ? bringCards(work, book) : bringEvents(work, book))
    for (let at = 0; at < fresh.length; at += ITEMS_AT_ONCE) {
      job.signal.throwIfAborted()
      await requireRunning(context.store.db, migration.id)
      const fetched = await Promise.all(fresh.slice(at, at + ITEMS_AT_ONCE).map((item) => fetchItem(client, item)))
      const missing = fetched.filter(({ reason }) => reason !== '')
      const stored = await target.store(fetched.filter(({ reason }) => reason === ''))
      await note(work, book, [...stored, ...missing.map((item) => ({ item, isBrought: false, reason: item.reason }))])
    }
    await target.end()
    await set({ state: 'done' })
  } catch (error) {
    job.signal.throwIfAborted()
    if (error instanceof MigrationHaltedError) throw error
    const reason = reasonOf(error)
    context.log.warn({ err: error, migrationId: migration.id, bookId: book.id }, 'a book could not be brought')
    await set({ state: 'failed', reason })
  }
}

async function fetchItem(client: DavClient, item: OtherItem): Promise<FetchedItem> {
  try {
    const { status, body } = await client.ask(new URL(item.url), { method: 'GET', sizeMax: ITEM_MAX })
    if (status === 200) return { ...item, text: body.toString(), reason: body.length === 0 ? 'empty' : '' }
    return { ...item, text: '', reason: status === 404 || status === 410 ? 'missing' : 'refused' }
  } catch (error) {
    if (error instanceof DavTooLargeError) return { ...item, text: '', reason: 'tooLarge' }
    throw error
  }
}

/** What was noted in an earlier run is tried again; what is no longer there is not counted. */
async function forget({ store }: Pick<Context, 'store'>, book: BookRow, items: readonly OtherItem[]): Promise<void> {
  const there = new Set(items.map(({ url }) => url))
  const rows = await store.db
    .selectFrom('migration_item')
    .select(['url', 'outcome'])
    .where('migration_book_id', '=', book.id)
    .execute()
  const gone = rows.filter(({ url, outcome }) => outcome === 'noted' || !there.has(url)).map(({ url }) => url)
  for (let at = 0; at < gone.length; at += 500) {
    await store.db
      .deleteFrom('migration_item')
      .where('migration_book_id', '=', book.id)
      .where('url', 'in', gone.slice(at, at + 500))
      .execute()
  }
}

/** The versions that this migration, or an earlier one of the mailbox, has brought. */
async function knownItems(
  { store }: Pick<Context, 'store'>,
  migration: MigrationRow,
  book: BookRow,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.db
    .selectFrom('migration')
    .innerJoin('migration_book', 'migration_book.migration_id', 'migration.id')
    .innerJoin('migration_item', 'migration_item.migration_book_id', 'migration_book.id')
    .select(['migration_item.url', 'migration_item.etag'])
    .where('migration.account_id', '=', migration.account_id)
    .where('migration.user_name', '=', migration.user_name)
    .where('migration_book.kind', '=', book.kind)
    .where('migration_book.url', '=', book.url)
    .where('migration_item.outcome', '=', 'brought')
    .orderBy('migration_book.id')
    .execute()
  return new Map(rows.map(({ url, etag }) => [url, etag]))
}

const NOTED_AT_ONCE = 100

async function note({ context, job }: BookWork, book: BookRow, outcomes: readonly ItemOutcome[]): Promise<void> {
  for (let at = 0; at < outcomes.length; at += NOTED_AT_ONCE) {
    const some = outcomes.slice(at, at + NOTED_AT_ONCE)
    await transact(context, async (trx) => {
      await job.hold(trx)
      await trx
        .insertInto('migration_item')
        .values(
          some.map(({ item, isBrought, reason }) => ({
            ...{ migration_book_id: book.id, url: item.url, etag: item.etag, reason },
            outcome: isBrought ? ('brought' as const) : ('noted' as const),
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['migration_book_id', 'url']).doUpdateSet((eb) => ({
            etag: eb.ref('excluded.etag'),
            outcome: eb.ref('excluded.outcome'),
            reason: eb.ref('excluded.reason'),
          })),
        )
        .execute()
      const count = (outcome: 'brought' | 'noted') =>
        trx
          .selectFrom('migration_item')
          .select(({ fn }) => fn.countAll<number>().as('items'))
          .where('migration_book_id', '=', book.id)
          .where('outcome', '=', outcome)
      await trx
        .updateTable('migration_book')
        .set({ brought: count('brought'), noted: count('noted') })
        .where('id', '=', book.id)
        .execute()
    })
  }
}

function reasonOf(error: unknown): MigrationBookReason {
  if (error instanceof MigrationLoginError) return 'login'
  if (error instanceof MigrationCertificateError) return 'certificate'
  if (error instanceof MigrationNotAllowedError) return 'notAllowed'
  if (error instanceof MigrationThrottledError) return 'throttled'
  if (error instanceof DavTooLargeError) return 'tooLarge'
  if (error instanceof MigrationUnreachableError) return 'unreachable'
  return 'failed'
}
