import { type DavAnswer, type DavCaller, type DavCollection, DavError } from '../../platform/dav/davService.ts'
import { CALDAV, dav, escapeXml, NAMESPACES, XML_HEAD, type XmlName, xml } from '../../platform/dav/xml.ts'
import type { Context } from '../../store/context/context.ts'
import { calendarSettingsOfMany } from '../calendar-store/index.ts'
import { utcMoment, type Window } from './expandObject.ts'
import { busyLines, freeBusyObject } from './freeBusy.ts'

export const INBOX = 'inbox'
export const OUTBOX = 'outbox'
/** People of one question. */
const PEOPLE_MAX = 100
const REQUEST_MAX = 64 * 1_024

const a = (name: string): XmlName => ({ ns: CALDAV, name })

/** A collection in which nothing lies: the server takes invitations in and mails them by itself. */
const empty = (name: string, displayName: string, kind: XmlName): DavCollection => ({
  name,
  displayName,
  kind,
  writable: false,
  contentType: 'text/calendar; charset=utf-8',
  data: a('calendar-data'),
  query: a('calendar-query'),
  multiget: a('calendar-multiget'),
  properties: [],
  maxSize: REQUEST_MAX,
  token: async () => 0,
  async *members() {},
  async *find() {},
  read: async () => [],
  changes: async (since) => (since > 0 ? null : { changed: [], removed: [], token: 0, more: false }),
  write: async () => {
    throw new DavError(403)
  },
  remove: async () => {
    throw new DavError(404)
  },
})

/** Where clients look for invitations, and learn into which calendar they go (RFC 6638 §2.2). */
export function scheduleInbox({ address }: DavCaller, first: string | null): DavCollection {
  const path = first === null ? '' : `/dav/calendars/${encodeURIComponent(address)}/${encodeURIComponent(first)}/`
  return {
    ...empty(INBOX, 'Inbox', a('schedule-inbox')),
    properties: path === '' ? [] : [[a('schedule-default-calendar-URL'), xml(dav('href'), escapeXml(path))]],
  }
}

/** Where clients ask when colleagues are busy (RFC 6638 §5). */
export const scheduleOutbox = (context: Context, caller: DavCaller): DavCollection => ({
  ...empty(OUTBOX, 'Outbox', a('schedule-outbox')),
  post: (body) => answerBusy(context, caller, body),
})

interface Question {
  readonly window: Window
  readonly addresses: readonly string[]
}

/** The lines of an object, unfolded, each as its name, and its value. */
const linesOf = (body: string): { name: string; value: string }[] =>
  body
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map((line) => ({
      name: (/^[\w-]+/.exec(line)?.[0] ?? '').toUpperCase(),
      // Names of people may have a colon between quotes.
      value: line.replace(/^(?:[^":]|"[^"]*")*:/, '').trim(),
    }))

function questionIn(body: string): Question {
  const lines = linesOf(body)
  const lineValue = (name: string) => lines.find((line) => line.name === name)?.value
  const isQuestion = lines.some(({ name, value }) => name === 'BEGIN' && value.toUpperCase() === 'VFREEBUSY')
  const window = { from: utcMoment(lineValue('DTSTART')), to: utcMoment(lineValue('DTEND')) }
  if (!isQuestion || lineValue('METHOD')?.toUpperCase() !== 'REQUEST' || !(window.from < window.to)) {
    throw new DavError(403, a('valid-scheduling-message'))
  }
  const addresses = lines
    .filter(({ name }) => name === 'ATTENDEE')
    .map(({ value }) => value.replace(/^mailto:/i, '').toLowerCase())
  return { window, addresses: [...new Set(addresses)].slice(0, PEOPLE_MAX) }
}

/** When people are busy, each as far as they show it; an address without an account here has no answer. */
async function answerBusy(context: Context, caller: DavCaller, body: string): Promise<DavAnswer> {
  const { window, addresses } = questionIn(body)
  const accounts =
    addresses.length === 0
      ? []
      : await context.store.db
          .selectFrom('account')
          .select(['id', 'address'])
          .where('address', 'in', addresses)
          .where('disabled', '=', 0)
          .execute()
  const settings = await calendarSettingsOfMany(
    context,
    accounts.map(({ id }) => id),
  )
  const responses: string[] = []
  for (const address of addresses) {
    const id = accounts.find((one) => one.address === address)?.id
    const known = id !== undefined && (id === caller.accountId || settings.get(id)?.showBusy === true)
    if (!known) {
      responses.push(responseFor(address, id === undefined ? '3.7;Invalid calendar user' : '3.8;No authority'))
      continue
    }
    const people = [`ORGANIZER:mailto:${caller.address}`, `ATTENDEE:mailto:${address}`]
    const lines = [...people, ...(await busyLines(context, { accountId: id }, window))]
    responses.push(responseFor(address, '2.0;Success', freeBusyObject(lines, window, context.now(), 'REPLY')))
  }
  const text = `${XML_HEAD}<A:schedule-response${NAMESPACES}>${responses.join('')}</A:schedule-response>`
  return { contentType: 'application/xml; charset=utf-8', body: text }
}

const responseFor = (address: string, status: string, object = ''): string =>
  xml(
    a('response'),
    xml(a('recipient'), xml(dav('href'), escapeXml(`mailto:${address}`))) +
      xml(a('request-status'), status) +
      (object === '' ? '' : xml(a('calendar-data'), escapeXml(object).replaceAll('\r', '&#13;'))),
  )
