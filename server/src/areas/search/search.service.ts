import type { MailAddress, MailList, MarkedMails, SearchFacets } from '@yanshu/contracts'
import type { searchQuery } from '@yanshu/contracts/schemas'
import type { z } from 'zod'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { type ListQuery, openMailbox, type Sought } from '../../store/mailbox/index.ts'
import { firstSortKeyAt } from '../../store/mailbox/sortKey.ts'
import type { IndexedField } from '../../store/search/indexed.ts'
import type { PersonSought } from '../../store/search/searchIndex.ts'
import { phrasesOf } from '../../store/search/tokens.ts'
import { suggestPeople } from '../contacts/index.ts'

type Query = z.output<typeof searchQuery>
type Terms = Omit<Query, 'pageSize' | 'sortValues' | 'offset' | 'previewColumns' | 'order' | 'sort' | 'ascending'>

/** The kinds of the search box (§2): 1 subject, 2 people, 3 everything; 4 names it by `scope`. Files belong to the text. */
function fieldsOf({ searchType, scope }: Pick<Query, 'searchType' | 'scope'>): IndexedField[] {
  const byNumber: Readonly<Record<string, readonly IndexedField[]>> = {
    1: ['subject'],
    2: ['addresses'],
    3: ['body', 'files'],
  }
  const numbers = searchType === 4 ? (scope ?? '').split(',') : searchType === 3 ? [] : [String(searchType)]
  return [...new Set(numbers)].flatMap((number) => byNumber[number] ?? [])
}

/** Searches by words and filters, newest first or the best hits first; recycle bin and spam only when asked by name. */
export async function search(context: Context, reader: MailReader, query: Query): Promise<MailList> {
  const sought = await soughtBy(context, reader, query)
  return sought ? openMailbox(context, reader).search(sought, query) : { list: [], total: 0, more: false }
}

/** All that a search finds, to be acted on as a whole. */
export async function markFound(
  context: Context,
  reader: MailReader,
  query: Query & { readonly before?: number | undefined },
): Promise<MarkedMails> {
  const sought = await soughtBy(context, reader, query)
  return sought ? openMailbox(context, reader).markFound(sought, query) : { list: [], before: null }
}

/** What the newest hits may be narrowed by, with numbers. @param query.moments a comma list of epoch milliseconds */
export async function facetsOf(
  context: Context,
  reader: MailReader,
  query: Terms & { readonly moments: string },
): Promise<SearchFacets> {
  const moments = query.moments === '' ? [] : query.moments.split(',').map(Number)
  const sought = await soughtBy(context, reader, query)
  if (sought) return openMailbox(context, reader).searchFacets(sought, moments)
  return { folders: [], people: [], since: moments.map(() => 0), fileTypes: [], mails: 0, more: false }
}

/** What is searched for; null where nothing can be found. Throws `FolderNotFoundError`, `FolderClosedError`. */
async function soughtBy(context: Context, reader: MailReader, query: Terms): Promise<Sought | null> {
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  const phrases = phrasesOf(query.searchKeyword)
  const subject = phrasesOf(query.subject)
  const people = (
    await Promise.all([
      soughtPerson(context, accountId, 'from', query.from),
      soughtPerson(context, accountId, 'to', query.to),
    ])
  ).filter((person) => person !== null)
  // A keyword of nothing but marks asks for something that no mail is indexed by, and so does a name that no person has.
  const nothing =
    (query.searchKeyword.trim() !== '' && phrases.length === 0) ||
    (query.subject.trim() !== '' && subject.length === 0) ||
    people.some((person) => person.phrases.length === 0 && person.addresses.length === 0)
  if (nothing) {
    if (query.mailboxId !== undefined) await mailbox.folder(query.mailboxId)
    return null
  }
  return {
    phrases,
    fields: fieldsOf(query),
    subject,
    people,
    folderId: query.mailboxId,
    isUnread: query.isUnread === 2 ? undefined : query.isUnread === 1,
    // Mails with files have a mark in the index, so that the others are not read for a kind of file.
    hasAttachment: query.hasAttachment === 2 ? (query.fileType ? true : undefined) : query.hasAttachment === 1,
    fileType: query.fileType,
    from: query.startTime === undefined ? undefined : firstSortKeyAt(query.startTime),
    // The end is a moment that still counts.
    until: query.endTime === undefined ? undefined : firstSortKeyAt(query.endTime + 1),
  }
}

/** People whom one condition may mean. */
const PEOPLE_MEANT = 20

/** Whom a condition means: people found by name, pinyin or address, and besides them people with that name in a mail. */
async function soughtPerson(
  context: Context,
  accountId: number,
  side: PersonSought['side'],
  text: string,
): Promise<PersonSought | null> {
  const wanted = text.normalize('NFKC').trim().toLowerCase()
  if (wanted === '') return null
  const suggested = await suggestPeople(context, accountId, wanted, PEOPLE_MEANT)
  const addresses = suggested
    .filter(({ matched }) => matched === 'name' || matched === 'address')
    .map(({ address }) => address.toLowerCase())
  // A whole address that is known means its owner, and no names have to be read.
  if (addresses.includes(wanted)) return { side, addresses: [wanted], words: [], phrases: [] }
  return {
    side,
    addresses,
    words: wanted.split(/\s+/u),
    phrases: phrasesOf(wanted),
  }
}

/** The mails exchanged with an address, in either direction. */
export const correspondence = (
  context: Context,
  reader: MailReader,
  query: ListQuery & { readonly address: string },
): Promise<MailList> => {
  const { address, isUnread } = query
  return openMailbox(context, reader).search({ phrases: [], fields: [], address, isUnread }, query)
}

/** What the search box shows while a person types. */
export async function quickSearch(
  context: Context,
  reader: MailReader,
  keyword: string,
  pageSize: number,
  people: (keyword: string) => Promise<MailAddress[]>,
): Promise<Pick<MailList, 'list' | 'incomplete'> & { people: MailAddress[] }> {
  const [{ list, incomplete }, suggested] = await Promise.all([
    newestWith(context, reader, keyword, pageSize),
    people(keyword),
  ])
  return { list, people: suggested, ...(incomplete ? { incomplete } : {}) }
}

/** The newest mails with what was typed so far. They are not counted. */
async function newestWith(
  context: Context,
  reader: MailReader,
  keyword: string,
  pageSize: number,
): Promise<Pick<MailList, 'list' | 'incomplete'>> {
  const phrases = phrasesOf(keyword)
  if (phrases.length === 0) return { list: [] }
  return openMailbox(context, reader).search({ phrases, fields: [] }, { pageSize }, false)
}
