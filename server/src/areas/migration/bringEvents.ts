import { CALENDAR_NAME_MAX, Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'
import { systemActor } from '../../store/sessions/actor.ts'
import { importIcs } from '../calendar/index.ts'
import { listCalendars, saveCalendar } from '../calendar-store/index.ts'
import type { BookRow, BookWork, FetchedItem, ItemOutcome, StoreItems } from './bringBooks.ts'

interface Target {
  readonly store: StoreItems
  end(): Promise<void>
}

/** Brings events and tasks through the importer of calendar files, into a calendar of the same name. No invitation is sent. */
export async function bringEvents(work: BookWork, book: BookRow): Promise<Target> {
  const { context, migration } = work
  const calendarId = await targetCalendar(work, book)
  const asking = { ...systemActor(migration.account_id), address: migration.user_name }
  const bring = async (items: readonly FetchedItem[]): Promise<readonly ItemOutcome[]> => {
    const text = items.map((item) => item.text.trimEnd()).join('\r\n')
    const done = await importIcs(context, asking, calendarId, `${text}\r\n`)
    const reason = done.reasons[0]?.reason ?? (done.filesLeft > 0 ? 'files' : '')
    if (reason === '' || items.length > 1) {
      if (reason !== '') throw new CallError(Code.calendarFileRefused)
      return items.map((item) => ({ item, isBrought: true, reason: '' }))
    }
    return items.map((item) => ({ item, isBrought: done.added + done.updated > 0, reason }))
  }
  const one = async (item: FetchedItem): Promise<readonly ItemOutcome[]> => {
    try {
      return await bring([item])
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return [{ item, isBrought: false, reason: error.code === Code.calendarFull ? 'full' : 'unreadable' }]
    }
  }
  return {
    store: async (items) => {
      if (items.length === 0) return []
      try {
        return await bring(items)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Something of one of them is left out: each by itself shows of which.
        const outcomes: ItemOutcome[] = []
        for (const item of items) outcomes.push(...(await one(item)))
        return outcomes
      }
    },
    end: async () => {},
  }
}

/** The calendar of an earlier run, else one of the same name that no other calendar of the other server goes into. */
async function targetCalendar({ context, migration }: BookWork, book: BookRow): Promise<number> {
  const { db } = context.store
  const own = (await listCalendars(context, migration.account_id)).filter(({ level }) => level === 'own')
  const earlier = await db
    .selectFrom('migration_book')
    .innerJoin('migration', 'migration.id', 'migration_book.migration_id')
    .select(['migration_book.calendar_id', 'migration_book.url'])
    .where('migration.account_id', '=', migration.account_id)
    .where('migration_book.calendar_id', 'is not', null)
    .execute()
  const same = earlier.find(
    ({ calendar_id: id, url }) => url === book.url && own.some(({ calendarId }) => calendarId === id),
  )
  const taken = new Set(earlier.filter(({ url }) => url !== book.url).map(({ calendar_id }) => calendar_id))
  let calendarId = same?.calendar_id ?? null
  for (let copy = 1; calendarId === null; copy++) {
    const name = nameHere(book.name, copy)
    const there = own.find((one) => one.name === name)
    if (!there) calendarId = (await saveCalendar(context, migration.account_id, { name })).calendarId
    // What is read from an address of the web is not one's own to write to.
    else if (there.subscription === null && !taken.has(there.calendarId)) calendarId = there.calendarId
  }
  await db.updateTable('migration_book').set({ calendar_id: calendarId }).where('id', '=', book.id).execute()
  return calendarId
}

function nameHere(name: string, copy: number): string {
  const end = copy === 1 ? '' : ` ${copy}`
  const tidy =
    name
      .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
      .normalize('NFC')
      .trim() || 'Calendar'
  return `${[...tidy]
    .slice(0, CALENDAR_NAME_MAX - end.length)
    .join('')
    .trim()}${end}`
}
