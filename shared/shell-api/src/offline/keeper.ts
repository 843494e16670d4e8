import { type MailDetail, type MailListItem, OFFLINE_FOLDER_ROWS, OFFLINE_TEXTS_AT_ONCE } from '@yanshu/contracts'
import { folders } from '../folders/folders.ts'
import { http } from '../http/http.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { isSlowLine } from '../platform/slowLine.ts'
import { listFiles, removeFiles } from './keptFiles.ts'
import { alone, type KeptMails, type KeptRows, type KeptText, keptMails } from './keptMails.ts'
import { daysOf, offlineWishes } from './wishes.ts'

/** Mails of each folder whose texts are fetched ahead. */
const TEXTS_OF_FOLDER = 15
/** Mails that were read lately and are kept though no other reason keeps them. */
const READ_KEPT = 100
/** Bytes of texts that are kept at most. */
export const TEXT_BYTES = 80 * 1024 * 1024
const DAY_MS = 86_400_000

const newestFirst = (a: MailListItem, b: MailListItem) =>
  Number(b.sticky) - Number(a.sticky) || b.sortValues[1] - a.sortValues[1]

/** The rows that stay: the beginning of each folder, those of the last days, and those that were read lately. */
export function rowsToKeep(
  rows: readonly MailListItem[],
  { days, now, read }: { readonly days: number; readonly now: number; readonly read: ReadonlySet<number> },
): MailListItem[] {
  const since = days > 0 ? now - days * DAY_MS : Number.POSITIVE_INFINITY
  const byFolder = Map.groupBy(rows, ({ mailboxId }) => mailboxId)
  return [...byFolder.values()].flatMap((some) =>
    some
      .toSorted(newestFirst)
      .filter((row, at) => at < OFFLINE_FOLDER_ROWS || row.date >= since || read.has(row.mailId)),
  )
}

/** The mails whose texts are to be fetched: with `days` all of these, else the first of each folder. */
export function textsToFetch(rows: readonly MailListItem[], days: number, now: number): number[] {
  const since = days > 0 ? now - days * DAY_MS : Number.POSITIVE_INFINITY
  const byFolder = Map.groupBy(rows, ({ mailboxId }) => mailboxId)
  return [...byFolder.values()].flatMap((some) =>
    some
      .toSorted(newestFirst)
      .filter((row, at) => at < TEXTS_OF_FOLDER || row.date >= since)
      .map(({ mailId }) => mailId),
  )
}

/** The mails that were read last. */
export const readLately = (texts: readonly KeptText[]): ReadonlySet<number> =>
  new Set(
    texts
      .filter(({ readAt }) => readAt > 0)
      .toSorted((a, b) => b.readAt - a.readAt)
      .slice(0, READ_KEPT)
      .map(({ mailId }) => mailId),
  )

const isDraft = ({ mailboxId }: MailListItem) => folders.tree().byId(mailboxId)?.role === 'drafts'

/** Brings the kept rows up to date: with what changed since, or anew. */
async function compareRows(login: LoginScope, kept: KeptMails, now: number): Promise<KeptRows> {
  const days = daysOf(offlineWishes(login))
  const before = await kept.rows()
  const same = before?.days === days
  const answer = await http.get(
    'mail/offline/mails',
    { days, ...(before && same ? { since: before.seq } : {}) },
    { login, silent: true },
  )
  const texts = await kept.texts()
  // Mails whose files are kept stay as well, while the server allows it.
  const read = new Set([...readLately(texts), ...(await listFiles(login)).map(({ mailId }) => mailId)])
  const known = answer.all ? [] : (before?.rows ?? [])
  const rows = new Map(known.map((row) => [row.mailId, row]))
  for (const row of answer.list) rows.set(row.mailId, row)
  for (const id of answer.gone) rows.delete(id)
  if (answer.all) {
    // The server decides of each that is beyond what it has named.
    const others = [...read].filter((id) => !rows.has(id))
    const mails = await fetchTexts(login, others)
    await kept.putTexts(mails, 0)
    for (const mail of mails) rows.set(mail.mailId, rowOf(mail))
  }
  const next = { seq: answer.seq, days, rows: rowsToKeep([...rows.values()], { days, now, read }), at: now }
  await kept.putRows(next)
  const stays = new Set(next.rows.map(({ mailId }) => mailId))
  // A draft is written on: its text is fetched again.
  const changed = new Set(before ? answer.list.filter(isDraft).map(({ mailId }) => mailId) : [])
  const stale = texts.filter(({ mailId }) => !stays.has(mailId) || changed.has(mailId)).map(({ mailId }) => mailId)
  if (stale.length > 0) await kept.removeTexts(stale)
  await removeFiles(login, (mailId) => !stays.has(mailId))
  return next
}

/** The row of a whole mail. */
export function rowOf(mail: MailDetail): MailListItem {
  const { sender, replyTo, cc, bcc, sentAt, messageId, html, text, truncated, attachments, readReceiptTo, ...row } =
    mail
  return row
}

async function fetchTexts(login: LoginScope, mailIds: readonly number[]): Promise<MailDetail[]> {
  const mails: MailDetail[] = []
  for (let left = [...mailIds]; left.length > 0; ) {
    const some = left.slice(0, OFFLINE_TEXTS_AT_ONCE)
    const answer = await http.post('mail/offline/texts', { mailIds: some }, { login, silent: true })
    for (const mail of answer.list) mails.push(mail)
    left = [...answer.left, ...left.slice(OFFLINE_TEXTS_AT_ONCE)]
  }
  return mails
}

/** Fetches the texts that are missing, until there is no more room. */
async function fillTexts(login: LoginScope, kept: KeptMails, { rows, days }: KeptRows, now: number): Promise<void> {
  const texts = await kept.texts()
  const there = new Set(texts.map(({ mailId }) => mailId))
  const missing = textsToFetch(rows, days, now).filter((id) => !there.has(id))
  let bytes = texts.reduce((sum, text) => sum + text.bytes, 0)
  while (missing.length > 0 && bytes < TEXT_BYTES && !login.session.aborted) {
    const mails = await fetchTexts(login, missing.splice(0, OFFLINE_TEXTS_AT_ONCE))
    await kept.putTexts(mails, 0)
    bytes += mails.reduce((sum, { html, text }) => sum + 2 * ((html?.length ?? 0) + (text?.length ?? 0)), 0)
  }
}

/**
 * Compares what is kept with the server, and fetches the texts that are missing; one window at a time. On a slow or metered
 * line no text is fetched ahead, unless all of the last days are wanted. Rejects where the server cannot be asked.
 */
export function keepNow(login: LoginScope, now: number = Date.now()): Promise<void> {
  return alone('offline-keeper', login, async () => {
    const kept = keptMails(login)
    const rows = await compareRows(login, kept, now)
    if (rows.days > 0 || !isSlowLine()) await fillTexts(login, kept, rows, now)
  })
}

/** Keeps mails that were read, those of them that the server lets the device keep. */
export async function keepRead(login: LoginScope, read: readonly MailDetail[], now: number): Promise<void> {
  const kept = keptMails(login)
  const rows = await kept.rows()
  if (!rows) return
  const known = new Set(rows.rows.map(({ mailId }) => mailId))
  const [named, beyond] = [
    read.filter(({ mailId }) => known.has(mailId)),
    read.filter(({ mailId }) => !known.has(mailId)),
  ]
  // Of those beyond the rows that are kept the server decides.
  const others = await fetchTexts(
    login,
    beyond.map(({ mailId }) => mailId),
  )
  await kept.putTexts([...named, ...others], now)
  if (others.length === 0) return
  await alone('offline-keeper', login, async () => {
    const latest = await kept.rows()
    if (!latest) return
    const added = new Set(others.map(({ mailId }) => mailId))
    const before = latest.rows.filter(({ mailId }) => !added.has(mailId))
    await kept.putRows({ ...latest, rows: [...before, ...others.map(rowOf)] })
  })
}
