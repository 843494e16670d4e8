import { Code, compareBytes, type MailListItem, type MailSort, orderedSubject, orderedText } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMailIn, type TestMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const SUBJECTS = ['周报', 'Re: 周报', '回复：回复: 周报', 'beta', 'Alpha', 'alpha 2', '', '𠮷野家', '￥报价', '  beta']
const SENDERS = [
  { name: '张伟', address: 'zhang@out.example' },
  { name: 'Zoe', address: 'zoe@out.example' },
  { name: '', address: 'Amy@out.example' },
  { name: '欧阳', address: 'ZOE@out.example' },
]
/** Each subject several times, of changing senders and sizes, so that many mails share a place in each order. */
const MAILS: readonly TestMail[] = Array.from({ length: 48 }, (_, at) => ({
  subject: SUBJECTS[at % SUBJECTS.length] ?? '',
  from: SENDERS[at % SENDERS.length] ?? { name: '', address: '' },
  size: 1_000 + (at % 5),
  hasAttachment: at % 3 === 0,
  seen: at % 4 === 0,
  receivedAt: START + at * 60_000,
}))

/** As the page compares rows; negative where `a` stands first. */
const compare: Record<MailSort, (a: MailListItem, b: MailListItem) => number> = {
  date: (a, b) => a.sortValues[1] - b.sortValues[1],
  sender: (a, b) =>
    compareBytes(orderedText(a.from.name || a.from.address), orderedText(b.from.name || b.from.address)),
  subject: (a, b) => compareBytes(orderedSubject(a.subject), orderedSubject(b.subject)),
  size: (a, b) => a.size - b.size,
  attachment: (a, b) => Number(a.hasAttachment) - Number(b.hasAttachment),
}

describe.each(engines)('a list that is arranged, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  let mailboxId: number
  let labelId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    const accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
    mailboxId = await folderOfRole(server.context.store.db, accountId, 'inbox')
    const ids = await transact(server.context, async (trx) => {
      const made: number[] = []
      for (const mail of MAILS) made.push((await putMailIn(trx, server.context, accountId, mail)).mailId)
      return made
    })
    await person.post('mail/email/color/update', { mailIds: ids.slice(0, 7), color: 2 })
    await person.post('mail/email/sticky/update', { mailIds: ids.slice(0, 2), sticky: true })
    labelId = (await person.post('mail/main/label/save', { labelName: '红' })).labelId
    await person.post('mail/email/label/update', { mailIds: ids.slice(3, 25), add: [labelId], remove: [] })
  })
  afterAll(() => server.stop())

  const walk = async (query: Record<string, unknown>) => {
    const rows: MailListItem[] = []
    for (let sortValues: string | undefined; ; ) {
      const page = await person.get('mail/email/mailbox/list', { mailboxId, ...query, pageSize: 7, sortValues })
      rows.push(...page.list)
      sortValues = page.list.at(-1)?.sortValues.join(',')
      if (!page.more) return { rows, total: page.total }
    }
  }

  test.each(['date', 'sender', 'subject', 'size', 'attachment'] as const)(
    'given the order by %s, both ways, then pages hold each mail once, where the page would put it',
    async (sort) => {
      for (const ascending of ['1', '0'] as const) {
        const { rows, total } = await walk({ sort, ascending })
        expect(total).toBe(MAILS.length)
        expect(new Set(rows.map(({ mailId }) => mailId)).size).toBe(MAILS.length)
        const way = ascending === '1' ? 1 : -1
        const sorted = [...rows].sort((a, b) => way * compare[sort](a, b) || b.sortValues[1] - a.sortValues[1])
        expect(rows.map(({ subject, mailId }) => [subject, mailId])).toEqual(
          sorted.map(({ subject, mailId }) => [subject, mailId]),
        )
        const jump = await person.get('mail/email/mailbox/list', {
          mailboxId,
          sort,
          ascending,
          pageSize: 5,
          offset: 20,
        })
        expect(jump.list.map(({ mailId }) => mailId)).toEqual(rows.slice(20, 25).map(({ mailId }) => mailId))
      }
    },
  )

  const OVER_FOLDERS = {
    label: (query: object) => person.get('mail/email/label/list', { labelId, pageSize: 20, ...query }),
    stars: (query: object) => person.get('mail/email/favorite/list', { pageSize: 4, ...query }),
    all: (query: object) => person.get('mail/email/mailbox/list', { pageSize: 20, ...query }),
    search: (query: object) =>
      person.get('mail/email/search', { searchType: 1, searchKeyword: '周报', pageSize: 7, ...query }),
  } as const
  test.each<[keyof typeof OVER_FOLDERS, (mail: TestMail, at: number) => boolean]>([
    ['label', (_, at) => at >= 3 && at < 25],
    ['stars', (_, at) => at < 7],
    ['all', () => true],
    ['search', ({ subject = '' }) => subject.includes('周报')],
  ])('given a list over folders (%s), then its pages hold each of its mails once in each order', async (which, is) => {
    const wanted = MAILS.filter(is).map(({ receivedAt }) => receivedAt)
    for (const sort of ['sender', 'subject', 'size', 'attachment', 'date'] as const) {
      const rows: MailListItem[] = []
      for (let sortValues: string | undefined, more = true; more; ) {
        const page = await OVER_FOLDERS[which]({ sort, ascending: '1', sortValues })
        expect(page.total).toBe(wanted.length)
        rows.push(...page.list)
        sortValues = page.list.at(-1)?.sortValues.join(',')
        more = page.more
      }
      expect(rows.map(({ date }) => date).sort()).toEqual([...wanted].sort())
      const sorted = [...rows].sort((a, b) => compare[sort](a, b) || b.sortValues[1] - a.sortValues[1])
      expect(rows.map(({ mailId }) => mailId)).toEqual(sorted.map(({ mailId }) => mailId))
    }
  })

  test('given a label or all folders, then some of their mails are listed and marked, for the owner alone', async () => {
    const asked = { labelId, hasAttachment: '1', sender: 'zoe@out.example' } as const
    const { list, total } = await person.get('mail/email/label/list', asked)
    expect(total).toBe(MAILS.filter((mail, at) => at >= 3 && at < 25 && mail.hasAttachment && at % 2 === 1).length)
    const marked = await person.get('mail/email/mailbox/marked', asked)
    expect(marked.list.map(([mailId]) => mailId)).toEqual(list.map(({ mailId }) => mailId))
    const stars = await person.get('mail/email/mailbox/marked', { isStarred: '1' })
    expect(stars.list).toHaveLength(7)
    expect((await other.get('mail/email/mailbox/marked', {})).list).toEqual([])
    expect(await other.refused('GET', 'mail/email/mailbox/marked', { labelId })).toBe(Code.labelNotFound)
    expect(await other.refused('GET', 'mail/email/label/list', { labelId, sort: 'size' })).toBe(Code.labelNotFound)
  })

  test('given a label, then mail in the recycle bin is in none of its orders', async () => {
    const before = await person.get('mail/email/label/list', { labelId, sort: 'size' })
    const mailIds = before.list.slice(0, 2).map(({ mailId }) => mailId)
    await person.post('mail/email/recoverableDelete', { mailIds })
    for (const which of ['label', 'all'] as const) {
      const { list } = await OVER_FOLDERS[which]({ sort: 'size', pageSize: 100 })
      expect(list.filter(({ mailId }) => mailIds.includes(mailId))).toEqual([])
    }
    await person.post('mail/email/recoverEmail', { mailIds })
  })

  test('given subjects of a conversation, then their answers stand with them', async () => {
    const { rows } = await walk({ sort: 'subject' })
    const places = rows.flatMap(({ subject }, at) => (subject.endsWith('周报') ? [at] : []))
    expect((places.at(-1) ?? 0) - (places[0] ?? 0)).toBe(places.length - 1)
  })

  test.each<[string, Record<string, unknown>, (mail: TestMail, at: number) => boolean]>([
    ['starred', { isStarred: '1' }, (_, at) => at < 7],
    ['with files and unread', { hasAttachment: '1', isUnread: '1' }, (mail) => !!mail.hasAttachment && !mail.seen],
    ['of one address', { sender: 'zoe@OUT.example', sort: 'size' }, (mail) => /zoe@/i.test(mail.from?.address ?? '')],
  ])('given mails %s alone, then these are listed and counted', async (_, query, is) => {
    const { rows, total } = await walk(query)
    const wanted = MAILS.filter(is).map(({ receivedAt }) => receivedAt)
    expect(rows.map(({ date }) => date).sort()).toEqual(wanted.sort())
    expect(total).toBe(wanted.length)
  })

  test('given a page behind a mail that is gone, of another mailbox or of none, then it is refused', async () => {
    const [last] = (await walk({ sort: 'size' })).rows.slice(-1)
    const behind = (client: TestClient, mailbox: number) =>
      client.refused('GET', 'mail/email/mailbox/list', { mailboxId: mailbox, sort: 'size', sortValues: '0,4711' })
    expect(await behind(person, mailboxId)).toBe(Code.mailNotFound)
    expect(await behind(other, mailboxId)).toBe(Code.folderNotFound)
    const { list } = await other.get('mail/main/folder/list').then(({ folderList }) => ({ list: folderList }))
    const own = list.find(({ role }) => role === 'inbox')?.folderId ?? 0
    const sortValues = last?.sortValues.join(',')
    expect(await other.refused('GET', 'mail/email/mailbox/list', { mailboxId: own, sort: 'size', sortValues })).toBe(
      Code.mailNotFound,
    )
  })

  test('given senders, then they are counted by address, the most mails first, for the owner alone', async () => {
    const { list, total } = await person.get('mail/email/mailbox/senders', { mailboxId })
    expect(total).toBe(3)
    const zoe = MAILS.filter((mail) => /zoe@/i.test(mail.from?.address ?? ''))
    expect(list[0]).toEqual({
      address: 'zoe@out.example',
      name: '欧阳',
      count: zoe.length,
      unread: zoe.filter(({ seen }) => !seen).length,
      bytes: zoe.reduce((sum, { size = 0 }) => sum + size, 0),
      latest: zoe.at(-1)?.receivedAt,
    })
    expect(await other.refused('GET', 'mail/email/mailbox/senders', { mailboxId })).toBe(Code.folderNotFound)
  })

  test('given a list that is marked as a whole, then what comes later is not among it, and each mail is there once', async () => {
    const marked = await person.get('mail/email/mailbox/marked', { mailboxId })
    expect(marked.before).toBeNull()
    expect(new Set(marked.list.map(([mailId]) => mailId)).size).toBe(MAILS.length)
    const { rows } = await walk({ sort: 'date' })
    expect(marked.list).toEqual(rows.map((row) => [row.mailId, mailboxId, row.mailUid, row.seen ? 1 : 0]))
    const [, second] = rows
    const rest = await person.get('mail/email/mailbox/marked', { mailboxId, before: second?.sortValues[1] })
    expect(rest.list).toEqual(marked.list.slice(2))
    const starred = await person.get('mail/email/mailbox/marked', { mailboxId, isStarred: '1', isUnread: '1' })
    expect(starred.list.length).toBe(MAILS.filter(({ seen }, at) => at < 7 && !seen).length)
    expect(await other.refused('GET', 'mail/email/mailbox/marked', { mailboxId })).toBe(Code.folderNotFound)
  })

  test('given a search that is marked as a whole, then all its hits are named, for the owner alone', async () => {
    const asked = { searchType: 1, searchKeyword: '周报' } as const
    const { list, before } = await person.get('mail/email/search/marked', asked)
    const found = await person.get('mail/email/search', { ...asked, pageSize: 100 })
    expect(list.map(([mailId]) => mailId)).toEqual(found.list.map(({ mailId }) => mailId))
    expect(list.length).toBeGreaterThan(10)
    expect(before).toBeNull()
    expect((await other.get('mail/email/search/marked', asked)).list).toEqual([])
    expect(await other.refused('GET', 'mail/email/search/marked', { ...asked, searchType: 4, mailboxId })).toBe(
      Code.folderNotFound,
    )
  })

  test('given old mails of a sender, then those of one folder are named, for the owner alone', async () => {
    const asked = { address: 'ZOE@out.example', before: START + 20 * 60_000 }
    const aside = await person.post('mail/main/folder/save', { folderName: '别处' })
    const { mailIds } = await person.get('mail/email/subscription/older', { ...asked, mailboxId })
    expect(mailIds).toHaveLength(10)
    expect(await person.get('mail/email/subscription/older', { ...asked, mailboxId: aside.folderId })).toEqual({
      mailIds: [],
      more: false,
    })
    expect(await other.refused('GET', 'mail/email/subscription/older', { ...asked, mailboxId })).toBe(
      Code.folderNotFound,
    )
  })
})
