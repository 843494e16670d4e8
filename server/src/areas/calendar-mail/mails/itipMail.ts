import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Language, type MailAddress, wallOf, zoneOfPerson } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { holidaysOf } from '../../../calendar-model/chinese/holidays.ts'
import { filesOf, type KeptFile } from '../../../calendar-model/rows/eventFiles.ts'
import type { EventRow } from '../../../calendar-model/rows/eventRows.ts'
import { DAY_MS } from '../../../calendar-model/rows/series.ts'
import { mailTransportOf } from '../../../mailflow/mailTransport.ts'
import type { PreparedMessage } from '../../../mailflow/reading/preparedMessage.ts'
import { mailDate } from '../../../mime/mailDate.ts'
import type { Context } from '../../../store/context/context.ts'
import { readSettings } from '../../../store/profile/settings.ts'
import { filesSizeMax } from '../../calendar-store/index.ts'

export type ItipMethod = 'REQUEST' | 'CANCEL' | 'REPLY' | 'COUNTER' | 'DECLINECOUNTER' | 'REFRESH'

/** The word about its event in the subject of a mail. */
export type ItipWord =
  | 'invited'
  | 'changed'
  | 'cancelled'
  | 'accepted'
  | 'tentative'
  | 'declined'
  | 'proposed'
  | 'kept'
  | 'asked'
  | 'reminder'

const WORDS: Readonly<Record<Language, Readonly<Record<ItipWord, string>>>> = {
  zh: {
    invited: '邀请',
    changed: '日程变更',
    cancelled: '已取消',
    accepted: '已接受',
    tentative: '暂定参加',
    declined: '已谢绝',
    proposed: '建议新时间',
    kept: '未采用建议的时间',
    asked: '询问最新安排',
    reminder: '提醒',
  },
  en: {
    invited: 'Invitation',
    changed: 'Changed',
    cancelled: 'Cancelled',
    accepted: 'Accepted',
    tentative: 'Tentative',
    declined: 'Declined',
    proposed: 'New time proposed',
    kept: 'Proposed time declined',
    asked: 'Asks for the latest',
    reminder: 'Reminder',
  },
}
const LABELS: Readonly<
  Record<Language, Readonly<Record<'when' | 'where' | 'who' | 'link' | 'message' | 'allDay', string>>>
> = {
  zh: { when: '时间', where: '地点', who: '组织者', link: '链接', message: '留言', allDay: '全天' },
  en: { when: 'When', where: 'Where', who: 'Organiser', link: 'Link', message: 'Message', allDay: 'all day' },
}

export interface ItipMail {
  /** null for a mail that is not read by programs, such as a reminder. */
  readonly method: ItipMethod | null
  readonly word: ItipWord
  readonly from: MailAddress
  readonly to: readonly MailAddress[]
  readonly rows: readonly EventRow[]
  readonly series?: EventRow | null
  readonly comment?: string
  /** Whose language and clock the words are in. */
  readonly accountId: number
  /** Without brackets; a new one when left out. */
  readonly messageId?: string
  /** Written by no person: a room's answer, a reminder. */
  readonly automatic?: boolean
}

/** Writes a mail of iMIP (RFC 6047) and stores its bytes; what is left to do is one transaction. */
export async function prepareItipMail(context: Context, mail: ItipMail): Promise<PreparedMessage> {
  const settings = await readSettings(context, mail.accountId)
  const { language, timeZone } = settings
  const now = context.now()
  const [first] = mail.rows
  if (!first) throw new Error('a mail about no event')
  const text = textOf(mail, first, language, zoneOfPerson(settings))
  const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)
  const files = filesOfMail(context, mail)
  const cidOf = (file: KeptFile) => `${file.fileId}@${domain}`
  const composer = new MailComposer({
    from: mail.from,
    to: mail.to.map(({ name, address }) => ({ name, address })),
    subject: `${WORDS[language][mail.word]}${language === 'zh' ? '：' : ': '}${first.title}`,
    messageId: `<${mail.messageId ?? `${randomUUID()}@${domain}`}>`,
    date: mailDate(now, timeZone),
    text,
    ...(mail.method ? { alternatives: [await calendarPart(context, mail, mail.method, { now, files, cidOf })] } : {}),
    attachments: files.map((file) => ({
      filename: file.name,
      contentType: file.contentType,
      cid: cidOf(file),
      contentDisposition: 'attachment' as const,
      content: contentOf(context, file),
    })),
    // An automatic mail must not be answered by another program (RFC 3834 §5).
    headers: mail.automatic ? { 'Auto-Submitted': 'auto-generated' } : {},
    encoding: 'base64',
    textEncoding: 'B',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { preparer } = mailTransportOf(context)
  // Files are read while they are encoded; nothing of this size is held in memory.
  if (files.length > 0) return preparer.prepare(await context.blobs.put(composer.compile().createReadStream()), null)
  const raw = await composer.compile().build()
  return preparer.prepare(await context.blobs.put(raw), raw)
}

/** The files that go along with a request, as many as one mail may carry. */
function filesOfMail(context: Context, { method, rows }: ItipMail): KeptFile[] {
  if (method !== 'REQUEST') return []
  const kept = new Map(rows.flatMap(filesOf).map((file) => [file.fileId, file]))
  kept.delete('')
  let room = filesSizeMax(context)
  return [...kept.values()].filter(({ size }) => {
    room -= size
    return room >= 0
  })
}

const contentOf = ({ blobs }: Pick<Context, 'blobs'>, { hash, size }: KeptFile): Readable =>
  Readable.from(
    (async function* () {
      yield* await blobs.read(hash, { size })
    })(),
    { objectMode: false },
  )

interface CalendarPart {
  readonly now: number
  readonly files: readonly KeptFile[]
  readonly cidOf: (file: KeptFile) => string
}

async function calendarPart(context: Context, mail: ItipMail, method: ItipMethod, { now, files, cidOf }: CalendarPart) {
  const [{ writeIcs }, { fileLines }] = await Promise.all([
    import('../../../calendar-model/ics/writeIcs.ts'),
    import('../../../calendar-model/ics/writeAttach.ts'),
  ])
  const goes = new Set(files.map(({ fileId }) => fileId))
  const content = writeIcs(mail.rows.map(withoutOwnThings), {
    holidays: holidaysOf(context),
    now,
    method,
    series: mail.series ?? null,
    // As parts of the mail, which Outlook and Gmail read, named by the calendar object (RFC 6047 §2.4).
    ...(method === 'REQUEST'
      ? { files: fileLines((file) => (goes.has(file.fileId) ? { uri: `cid:${cidOf(file)}` } : null)) }
      : {}),
    ...(mail.comment ? { comment: mail.comment } : {}),
  })
  return {
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content,
    contentTransferEncoding: 'base64' as const,
  }
}

/** Reminders, categories and the busy status are private. */
const withoutOwnThings = (row: EventRow): EventRow => ({
  ...row,
  reminders: '[]',
  categories: '[]',
  availability: row.availability === 'tentative' ? 'tentative' : 'busy',
})

/** For people whose program reads no invitations. */
function textOf(
  { word, from, rows, comment, method }: ItipMail,
  first: EventRow,
  language: Language,
  zone: string,
): string {
  const labels = LABELS[language]
  const colon = language === 'zh' ? '：' : ': '
  const organizer = method === 'REQUEST' ? from.name || from.address : ''
  const lines = [
    `${WORDS[language][word]}${colon}${first.title}`,
    '',
    ...rows.slice(0, 10).map((row) => `${labels.when}${colon}${whenOf(row, language, zone, labels.allDay)}`),
    ...(first.place ? [`${labels.where}${colon}${first.place}`] : []),
    ...(first.link ? [`${labels.link}${colon}${first.link}`] : []),
    ...(organizer ? [`${labels.who}${colon}${organizer}`] : []),
    ...(comment ? ['', `${labels.message}${colon}${comment}`] : []),
    ...(method === 'REQUEST' && first.description ? ['', first.description] : []),
  ]
  return lines.join('\n')
}

/** When a row happens, with the name of the zone, because its reader may be in another. */
function whenOf(row: EventRow, language: Language, zone: string, allDay: string): string {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  const day = (ms: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
      row.all_day === 1 ? ms : wallOf(zone, ms),
    )
  const time = (ms: number) =>
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'UTC' }).format(
      wallOf(zone, ms),
    )
  if (row.all_day === 1) {
    const last = row.end_at - DAY_MS
    return last > row.start_at ? `${day(row.start_at)} – ${day(last)} (${allDay})` : `${day(row.start_at)} (${allDay})`
  }
  const end = day(row.end_at) === day(row.start_at) ? time(row.end_at) : `${day(row.end_at)} ${time(row.end_at)}`
  return `${day(row.start_at)} ${time(row.start_at)} – ${end} (${zone})`
}
