import { bulkMails, demoMails } from '@yanshu/demo'
import fc from 'fast-check'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import { fuzzing, wellFormedMail } from '../testing/mailArbitraries.ts'
import { htmlToText } from './html-text.ts'
import type { ParsedMail } from './parsedMail.ts'
import { parseMail } from './parseMail.ts'

/** What both readers say of a mail, in one form. */
interface Reading {
  readonly from: string
  readonly to: string
  readonly cc: string
  readonly subject: string
  readonly date: number | null
  readonly text: string | null
  readonly html: string | null
  readonly files: readonly string[]
}

type Part = keyof Reading

/**
 * Where the two differ, and why ours is meant. Each names which part it is about and when; a difference that fits none of
 * them fails, and one that fits none of the corpus any more fails as well.
 */
const KNOWN: readonly {
  readonly reason: string
  readonly parts: readonly Part[]
  readonly applies: (ours: string, theirs: string, raw: string) => boolean
}[] = [
  {
    reason: 'bytes of a national charset stand bare in the header; we read them by the charset of the body',
    parts: ['from', 'to', 'cc', 'subject', 'files'],
    applies: (ours, theirs) => theirs.includes('\ufffd') && !ours.includes('\ufffd'),
  },
  {
    reason: 'HZ (RFC 1843) is a charset that they do not know',
    parts: ['subject', 'text'],
    applies: (ours, theirs) => theirs.includes('~{') && !ours.includes('~{'),
  },
  {
    reason: 'Big5 of Hong Kong: they leave out what the runtime does not know of it',
    parts: ['subject', 'text'],
    applies: (ours, theirs, raw) => /big5/i.test(raw) && /\p{Co}/u.test(theirs) && !/\p{Co}/u.test(ours),
  },
  {
    reason: 'calendars and mails within a mail keep their bytes with us and get a name; they decode them as text',
    parts: ['files'],
    applies: (ours, theirs) => withoutText(ours) === withoutText(theirs),
  },
]

/** Attachments without names and sizes of those that are text to postal-mime. */
const withoutText = (files: string) => files.replace(/"[^"]*(text\/calendar|message\/rfc822) \d+"/g, '$1')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\r\n', '\n').trimEnd() || null

function ourReading(mail: ParsedMail): Reading {
  const people = (list: ParsedMail['to']) => list.map(({ name, address }) => `${name} <${address}>`).join(', ')
  return {
    from: people(mail.from),
    to: people(mail.to),
    cc: people(mail.cc),
    subject: mail.subject,
    date: mail.date,
    text: plain(mail.text),
    html: mail.html === null ? null : htmlToText(mail.html),
    files: mail.attachments.map(({ filename, contentType, size }) => `${filename} ${contentType} ${size}`).toSorted(),
  }
}

function theirReading(mail: Email): Reading {
  const people = (list: readonly Address[] | undefined) =>
    (list ?? [])
      .flatMap((one) => one.group ?? [one])
      .map(({ name, address }) => `${name} <${address ?? ''}>`)
      .join(', ')
  const size = (content: ArrayBuffer | Uint8Array | string) =>
    typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
  return {
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to),
    cc: people(mail.cc),
    subject: oneLine(mail.subject ?? ''),
    date: mail.date ? Date.parse(mail.date) : null,
    text: plain(mail.text),
    html: mail.html === undefined ? null : htmlToText(mail.html),
    files: mail.attachments
      .map(({ filename, mimeType, content }) => `${filename ?? ''} ${mimeType} ${size(content)}`)
      .toSorted(),
  }
}

const met = new Set<string>()

/** The differences that nothing explains. */
async function unexplained(raw: Uint8Array, now: number): Promise<string[]> {
  const ours = ourReading(await parseMail(raw, { now }))
  const theirs = theirReading(await PostalMime.parse(raw, { forceRfc822Attachments: true }))
  const latin = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const parts = Object.keys(ours) as Part[]
  return parts.flatMap((part) => {
    if (JSON.stringify(ours[part]) === JSON.stringify(theirs[part])) return []
    const known = KNOWN.find(
      (one) => one.parts.includes(part) && one.applies(JSON.stringify(ours[part]), JSON.stringify(theirs[part]), latin),
    )
    if (known) met.add(known.reason)
    return known ? [] : [`${part}: ${JSON.stringify(ours[part])} and not ${JSON.stringify(theirs[part])}`]
  })
}

const NOW = new Date('2026-11-21T08:00:00Z')

test('the demonstration and mail in bulk read as postal-mime reads them, but for what is listed', async () => {
  const mails = [...demoMails({ now: NOW, perMainAccount: 60 }), ...bulkMails(200, { now: NOW })]
  const differences: string[] = []
  for (const { raw } of mails) differences.push(...(await unexplained(raw, NOW.getTime())))
  expect([...new Set(differences)]).toEqual([])
  expect(KNOWN.map(({ reason }) => reason).filter((reason) => !met.has(reason))).toEqual([])
}, 60_000)

test('mail of any form that programs write reads as postal-mime reads it, but for what is listed', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormedMail, async ({ raw }) => {
      expect(await unexplained(raw, NOW.getTime())).toEqual([])
    }),
    fuzzing('differential'),
  )
}, 600_000)
