import { createHash } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import {
  BULK_BODY_WORD,
  BULK_SUBJECT_WORD,
  bulkExpectations,
  bulkMails,
  DEMO_FOLDERS,
  DEMO_LABELS,
  type DemoMail,
  demoMails,
  demoOrganisation,
  MAIN_ACCOUNTS,
  mboxEntry,
} from '@yanshu/demo'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ParsedMail } from '../mime/parsedMail.ts'
import { attachmentText, parseMail } from '../mime/parseMail.ts'

const NOW = new Date('2026-11-21T08:00:00Z')

const digest = (mails: Iterable<DemoMail>): string => {
  const hash = createHash('sha256')
  for (const { raw, copies } of mails) hash.update(raw).update(JSON.stringify(copies))
  return hash.digest('hex')
}

describe('the organisation', () => {
  const { people, departments } = demoOrganisation()

  test('some forty people with addresses of their own, two of them of one name', () => {
    expect(people.length).toBeGreaterThanOrEqual(40)
    expect(new Set(people.map((person) => person.address)).size).toBe(people.length)
    expect(new Set(people.map((person) => person.phone)).size).toBe(people.length)
    expect(people.filter((person) => person.name === '张伟').map((person) => person.account)).toEqual([
      'zhang.wei',
      'zhang.wei2',
    ])
    expect(people.filter((person) => person.isAdmin).map((person) => person.account)).toEqual(['admin'])
    for (const account of MAIN_ACCOUNTS) expect(people.some((person) => person.account === account)).toBe(true)
  })

  test('every department hangs on one that stands before it, every person in one that exists', () => {
    const known = new Set<string>()
    for (const { id, parent } of departments) {
      expect(parent === null || known.has(parent)).toBe(true)
      known.add(id)
    }
    for (const person of people) {
      for (const department of [person.department, ...person.partTimeDepartments])
        expect(known.has(department), department).toBe(true)
    }
  })
})

describe('the mails', () => {
  let mails: DemoMail[]
  let parsed: ParsedMail[]

  beforeAll(async () => {
    mails = [...demoMails({ now: NOW })]
    parsed = await Promise.all(mails.map((mail) => parseMail(mail.raw, { now: NOW.getTime() })))
  })

  test('every one parses without a defect and is what was planned', () => {
    const faulty = parsed.flatMap((mail, i) =>
      mail.defects.length > 0 ? [[mails[i]?.messageId, mail.subject, mail.defects]] : [],
    )
    expect(faulty).toEqual([])
    expect(parsed.map((mail) => mail.messageId)).toEqual(mails.map((mail) => mail.messageId))
    const all = parsed.map(
      (mail) =>
        `${mail.subject}${mail.text ?? ''}${mail.from[0]?.name}${mail.attachments.map((one) => one.filename).join()}`,
    )
    expect(all.filter((text) => text.includes('\ufffd') || /\{[a-z-]+\}|undefined/.test(text))).toEqual([])
  })

  test('the same options give the same bytes, another seed gives others', () => {
    const small = { now: NOW, perMainAccount: 60 }
    const first = digest(demoMails(small))
    expect(digest(demoMails(small))).toBe(first)
    expect(digest(demoMails({ ...small, seed: 2 }))).not.toBe(first)
  })

  test('whatever the day and the hour, the organisation tells the same stories, none of them in the future', () => {
    const storiesOf = (now: Date) =>
      [...demoMails({ now, perMainAccount: 60 })].map(({ messageId, copies }) => {
        for (const { receivedAt } of copies) expect(receivedAt).toBeLessThanOrEqual(now.getTime())
        return [messageId, copies.map(({ owner, folder, seen }) => [owner, folder, seen])]
      })
    const stories = storiesOf(NOW)
    for (const other of ['2026-11-21T01:59:59Z', '2026-11-21T02:00:00Z', '2027-02-28T23:30:00Z']) {
      expect(storiesOf(new Date(other))).toEqual(stories)
    }
  })

  test('full mailboxes for the main accounts, fitting ones for the rest', () => {
    const counts = new Map<string, number>()
    for (const copy of mails.flatMap((mail) => mail.copies)) counts.set(copy.owner, (counts.get(copy.owner) ?? 0) + 1)
    for (const { account, address } of demoOrganisation().people) {
      const count = counts.get(address) ?? 0
      const main = MAIN_ACCOUNTS.some((one) => one === account)
      expect(count, address).toBeGreaterThanOrEqual(main ? 300 : 30)
      expect(count, address).toBeLessThanOrEqual(main ? 420 : 130)
    }
  })

  test('every folder and flag occurs for every main account, nothing of the future', () => {
    for (const account of MAIN_ACCOUNTS) {
      const copies = mails.flatMap((mail) => mail.copies.filter((copy) => copy.owner === `${account}@yanshu.test`))
      const folders = new Set(copies.map((copy) => ('role' in copy.folder ? copy.folder.role : copy.folder.name)))
      for (const folder of ['inbox', 'sent', 'drafts', 'trash', 'spam', ...DEMO_FOLDERS])
        expect(folders, account).toContain(folder)
      expect(copies.filter((copy) => 'role' in copy.folder && copy.folder.role === 'drafts')).toHaveLength(3)
      expect(
        copies.some((copy) => copy.answered) &&
          copies.some((copy) => copy.flagged) &&
          copies.some((copy) => !copy.seen),
      ).toBe(true)
      for (const copy of copies)
        expect(copy.labels.every((label) => DEMO_LABELS.some((one) => one === label))).toBe(true)
      expect(copies.some((copy) => NOW.getTime() - copy.receivedAt < 2 * 86_400_000)).toBe(true)
    }
    expect(Math.max(...mails.flatMap((mail) => mail.copies.map((copy) => copy.receivedAt)))).toBeLessThanOrEqual(
      NOW.getTime(),
    )
  })

  test('threads hold together: answers name, quote and follow what they answer', () => {
    const byId = new Map(parsed.map((mail) => [mail.messageId, mail]))
    const answers = parsed.filter((mail) => mail.inReplyTo)
    expect(answers.length).toBeGreaterThan(100)
    for (const answer of answers) {
      const former = byId.get(answer.inReplyTo)
      expect(former, answer.subject).toBeDefined()
      expect(answer.references.at(-1)).toBe(answer.inReplyTo)
      expect(answer.date ?? 0).toBeGreaterThan(former?.date ?? 0)
      const line = former?.text?.split('\n').find((text) => text.trim() && !text.startsWith('>'))
      expect(answer.text).toContain(`> ${line}`.trimEnd())
    }
  })

  test('a mail that mentions its attachment has one', () => {
    const promises = parsed.filter((mail) => {
      const own =
        mail.text
          ?.split('\n')
          .filter((line) => !line.startsWith('>'))
          .join('\n') ?? ''
      return !mail.inReplyTo && /附件是|见附件|在附件|have attached|find attached/.test(own)
    })
    expect(promises.length).toBeGreaterThan(100)
    expect(promises.filter((mail) => !mail.hasAttachment).map((mail) => mail.subject)).toEqual([])
  })

  test('sender and recipients share the very bytes', () => {
    const shared = mails.filter((mail) => mail.copies.length > 1)
    expect(shared.length).toBeGreaterThan(mails.length / 3)
    expect(mails.some((mail) => mail.copies.length >= 40)).toBe(true)
  })

  test('every name is written in characters that its charset has', () => {
    const people = parsed.flatMap((mail) => [...mail.from, ...mail.to, ...mail.cc])
    expect(people.filter(({ name }) => /[?\ufffd]/.test(name))).toEqual([])
    expect(people.map(({ name }) => name)).toContain('張偉')
  })

  test('every form that was promised is there', () => {
    const text = mails.map((mail) => Buffer.from(mail.raw).toString('latin1')).join('\n')
    for (const form of [
      'charset=GB18030',
      'charset=gb2312',
      'charset=Big5',
      'charset=HZ-GB-2312',
      'charset=ks_c_5601-1987',
      'message/rfc822',
      'text/calendar',
      "filename*0*=utf-8''",
      'filename="=?',
      'multipart/related',
    ]) {
      expect(text.includes(form), form).toBe(true)
    }
    expect(parsed.some((mail) => mail.html?.includes('<img src="https://img.example.com/'))).toBe(true)
    const subjects = parsed.map((mail) => mail.subject)
    expect(subjects).toContain('镕、喆、囧与𠮷野家：生僻字姓名核对')
    expect(subjects).toContain('關於下半年合作計畫與報價')
    expect(subjects).toContain('老同学聚会通知')
    expect(subjects).toContain('十一月份对账单（裸 GBK 头部）')
    expect(subjects).toContain('')
    expect(subjects.some((subject) => [...subject].length === 100)).toBe(true)
    expect(parsed.some((mail) => mail.text?.includes('毕业三十年聚会定于'))).toBe(true)
    expect(parsed.some((mail) => mail.text === '' && mail.subject.includes('空白正文'))).toBe(true)
    const names = new Set(parsed.flatMap((mail) => mail.attachments.map((one) => one.filename.split('.').at(-1))))
    for (const extension of ['pdf', 'png', 'jpg', 'docx', 'xlsx', 'pptx', 'csv', 'txt', 'zip', 'ics', 'eml'])
      expect(names).toContain(extension)
  })

  test('files are what their names say', () => {
    const magic: Record<string, string> = {
      pdf: '%PDF-1.4',
      png: '\x89PNG',
      jpg: '\xff\xd8\xff',
      docx: 'PK\x03\x04',
      xlsx: 'PK\x03\x04',
      pptx: 'PK\x03\x04',
      zip: 'PK\x03\x04',
      ics: 'BEGIN:VCALENDAR',
    }
    for (const file of parsed.flatMap((mail) => mail.attachments)) {
      const expected = magic[file.filename.split('.').at(-1) ?? ''] ?? ''
      expect(Buffer.from(file.content).toString('latin1', 0, expected.length), file.filename).toBe(expected)
    }
    const pdf = parsed.flatMap((mail) => mail.attachments).find((one) => one.filename.endsWith('.pdf'))
    const page = Buffer.from(pdf?.content ?? []).toString('latin1')
    const offsets = [...page.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    expect(offsets.length).toBeGreaterThan(4)
    for (const [index, offset] of offsets.entries())
      expect(page.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    expect(page.slice(Number(/startxref\n(\d+)/.exec(page)?.[1]))).toMatch(/^xref\n/)
    const docx = parsed.flatMap((mail) => mail.attachments).find((one) => one.filename.endsWith('.docx'))
    const bytes = Buffer.from(docx?.content ?? [])
    const start = 30 + bytes.readUInt16LE(26)
    expect(inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(18))).toString()).toContain('<Types')
    const csv = parsed.flatMap((mail) => mail.attachments).find((one) => one.filename.startsWith('生僻字'))
    expect(csv && attachmentText(csv)).toContain('朱喆')
  })
})

describe('bulk mails', () => {
  test('known counts, right sizes, the same for the same seed', async () => {
    const mails = [...bulkMails(1_000, { now: NOW, htmlRatio: 0 })]
    const parsed = await Promise.all(mails.map((mail) => parseMail(mail.raw, { now: NOW.getTime() })))
    expect(parsed.filter((mail) => mail.subject.includes(BULK_SUBJECT_WORD))).toHaveLength(
      bulkExpectations(1_000).subjectWord,
    )
    expect(parsed.filter((mail) => mail.text?.includes(BULK_BODY_WORD))).toHaveLength(bulkExpectations(1_000).bodyWord)
    expect(parsed.filter((mail) => mail.text?.includes(BULK_SUBJECT_WORD))).toHaveLength(0)
    expect(parsed.flatMap((mail) => mail.defects)).toEqual([])
    for (const mail of mails) {
      expect(mail.raw.length).toBeGreaterThan(700)
      expect(mail.raw.length).toBeLessThan(7_000)
    }
    const again = [...bulkMails(1_000, { now: NOW, htmlRatio: 0 })]
    expect(again.map((mail) => Buffer.from(mail.raw).toString('hex').length)).toEqual(
      mails.map((mail) => mail.raw.length * 2),
    )
    expect(Buffer.compare(again[999]?.raw ?? new Uint8Array(), mails[999]?.raw ?? new Uint8Array())).toBe(0)
  })

  test('a share of large HTML where it is asked for', () => {
    const large = [...bulkMails(400, { now: NOW, htmlRatio: 0.1 })].filter((mail) => mail.raw.length > 25_000)
    expect(large.length).toBeGreaterThan(15)
    expect(large.length).toBeLessThan(80)
  })

  test('an mbox entry quotes what would end it', () => {
    const raw = Buffer.from('Subject: x\r\n\r\nFrom here\r\n>From there\r\n')
    const entry = Buffer.from(mboxEntry({ raw, from: 'a@b.cn', date: Date.UTC(2026, 10, 1, 2, 3, 4) })).toString()
    expect(entry).toBe('From a@b.cn Sun Nov 01 02:03:04 2026\nSubject: x\n\n>From here\n>>From there\n\n')
  })
})
