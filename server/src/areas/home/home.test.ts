import { HOME_MAILS_SHOWN, HOME_PEOPLE_SHOWN, HOME_UNREAD_LOOKED_AT } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { drafting } from '../../testing/letters.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const ZHANG = { name: '张伟', address: 'zhang.wei@yanshu.test' }
const WANG = { name: '王芳', address: 'wang.fang@partner.example' }

describe.each(engines)('the home page, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
  })
  afterAll(() => server.stop())

  let people = 0
  /** A person with an empty mailbox. */
  async function newcomer(): Promise<{ accountId: number; person: TestClient }> {
    people += 1
    const name = `person${people}`
    return { accountId: await server.addUser(name), person: await server.login(name) }
  }

  const index = (person: TestClient) => person.post('mail/home/index', {})
  const unreadFrom = (person: TestClient, address: string, paging: object = {}) =>
    person.get('mail/home/unread/list', { address, ...paging })

  test('given an empty mailbox, then nothing waits', async () => {
    const { person } = await newcomer()
    expect(await index(person)).toMatchObject({
      unread: { total: 0, folders: [], people: [], more: false },
      starred: 0,
      drafts: 0,
      newest: { starred: [], drafts: [] },
      quota: { used: 0 },
    })
    expect(await unreadFrom(person, ZHANG.address)).toEqual({ list: [], total: 0, more: false })
  })

  test('every number is the number of rows of the list it stands for', async () => {
    const { accountId, person } = await newcomer()
    const { folderId: projects } = await person.post('mail/main/folder/save', { folderName: '项目' })
    const db = server.context.store.db
    const spam = await folderOfRole(db, accountId, 'spam')
    const inbox = await folderOfRole(db, accountId, 'inbox')
    const mails = await transact(server.context, async (trx) => {
      const put = (mail: object) => putMailIn(trx, server.context, accountId, mail)
      const made = []
      for (let i = 0; i < 5; i++) made.push(await put({ from: ZHANG }))
      for (let i = 0; i < 3; i++) made.push(await put({ from: WANG, folderId: projects }))
      // An address is the same however it is written; the name is that of the newest mail.
      const wang = { name: '王芳（采购）', address: 'Wang.Fang@PARTNER.example' }
      made.push(await put({ from: wang, receivedAt: server.context.now() + 1_000 }))
      await put({ from: ZHANG, folderId: spam })
      await put({ from: ZHANG, seen: true })
      return made
    })
    const [first = { mailId: 0 }, second = { mailId: 0 }] = mails
    await person.post('mail/email/recoverableDelete', { mailIds: [first.mailId] })
    await person.post('mail/email/color/update', { mailIds: [first.mailId, second.mailId], color: 1 })

    const home = await index(person)
    expect(home.unread.total).toBe((await person.get('mail/email/mailbox/list', { isUnread: '1' })).total)
    expect(home.unread.folders).toEqual([
      { mailboxId: inbox, count: 5 },
      { mailboxId: projects, count: 3 },
    ])
    for (const { mailboxId, count } of home.unread.folders) {
      expect((await person.get('mail/email/mailbox/list', { mailboxId, isUnread: '1' })).list).toHaveLength(count)
    }
    expect(home.unread.people).toEqual([
      { name: '王芳（采购）', address: 'Wang.Fang@PARTNER.example', count: 4 },
      { ...ZHANG, count: 4 },
    ])
    for (const { address, count } of home.unread.people) {
      expect((await unreadFrom(person, address)).list).toHaveLength(count)
    }
    expect(home.starred).toBe((await person.get('mail/email/favorite/list', {})).total)
    expect(home.starred).toBe(1)
    expect(home.quota.used).toBe((await person.get('mail/main/quota/useInfo')).curMap.curSize)
  })

  test('the drafts that were begun are counted', async () => {
    const { person } = await newcomer()
    await person.post('mail/email/drafts', drafting())
    await person.post('mail/email/drafts', drafting())
    const { drafts, newest } = await index(person)
    expect(drafts).toBe(2)
    expect(newest.drafts).toHaveLength(2)
  })

  test('the newest starred mails and drafts are the first rows of their lists', async () => {
    const { accountId, person } = await newcomer()
    const made = await transact(server.context, async (trx) => {
      const mails = []
      for (let n = 0; n < HOME_MAILS_SHOWN + 2; n++) {
        mails.push(await putMailIn(trx, server.context, accountId, { subject: `第${n}封`, receivedAt: 1_000 + n }))
      }
      return mails
    })
    await person.post('mail/email/color/update', { mailIds: made.map((mail) => mail.mailId), color: 2 })
    const { starred, newest } = await index(person)
    expect(starred).toBe(made.length)
    const { list } = await person.get('mail/email/favorite/list', { pageSize: HOME_MAILS_SHOWN })
    expect(newest.starred).toEqual(list)
    expect(newest.starred.map((mail) => mail.subject)).toEqual(['第6封', '第5封', '第4封', '第3封', '第2封'])
  })

  test('the list of a person is walked by cursor and by offset to the same rows', async () => {
    const { accountId, person } = await newcomer()
    await transact(server.context, async (trx) => {
      for (let i = 0; i < 23; i++) {
        await putMailIn(trx, server.context, accountId, { from: i % 2 === 0 ? ZHANG : WANG })
      }
    })
    const seen: number[] = []
    let sortValues: string | undefined
    for (;;) {
      const page = await unreadFrom(person, ZHANG.address, { pageSize: 5, sortValues })
      expect(page.total).toBe(12)
      seen.push(...page.list.map((mail) => mail.mailId))
      sortValues = page.list.at(-1)?.sortValues.join(',')
      if (!page.more) break
    }
    expect(new Set(seen).size).toBe(12)
    const jump = await unreadFrom(person, ZHANG.address, { pageSize: 5, offset: 7 })
    expect(jump.list.map((mail) => mail.mailId)).toEqual(seen.slice(7, 12))
  })

  test('only the newest unread mails tell who wrote, in the number as in the list', async () => {
    const { accountId, person } = await newcomer()
    await transact(server.context, async (trx) => {
      for (let i = 0; i < 3; i++) await putMailIn(trx, server.context, accountId, { from: WANG, receivedAt: 1_000 + i })
      for (let i = 0; i < HOME_UNREAD_LOOKED_AT - 1; i++) {
        await putMailIn(trx, server.context, accountId, { from: ZHANG, receivedAt: 1_000_000 + i })
      }
    })
    const { unread } = await index(person)
    expect(unread).toMatchObject({ total: HOME_UNREAD_LOOKED_AT + 2, more: true })
    expect(unread.people).toEqual([
      { ...ZHANG, count: HOME_UNREAD_LOOKED_AT - 1 },
      { ...WANG, count: 1 },
    ])
    expect((await unreadFrom(person, WANG.address)).list).toHaveLength(1)
    expect((await unreadFrom(person, ZHANG.address)).total).toBe(HOME_UNREAD_LOOKED_AT - 1)
  })

  test('the people are few, and none whose address hides something', async () => {
    const { accountId, person } = await newcomer()
    await putMail(server.context, accountId, { from: { name: '', address: '' } })
    for (let i = 0; i < 3; i++) {
      await putMail(server.context, accountId, { from: { name: '张伟', address: 'zhang\u202e.wei@yanshu.test' } })
    }
    for (let i = 0; i < HOME_PEOPLE_SHOWN + 2; i++) {
      await putMail(server.context, accountId, { from: { name: `某\u202e人${i}`, address: `p${i}@x.example` } })
    }
    const { people: shown } = (await index(person)).unread
    expect(shown.length).toBeLessThanOrEqual(HOME_PEOPLE_SHOWN)
    expect(shown.length).toBeGreaterThan(0)
    for (const one of shown) {
      expect(one.address).toMatch(/^p\d+@x\.example$/)
      expect(one.name).toMatch(/^某人\d+$/)
    }
  })

  test('what is to be done today is counted as its lists have it, and what is switched off is left out', async () => {
    const { accountId, person } = await newcomer()
    const { person: other } = await newcomer()
    const today = (who: TestClient) => who.post('mail/home/today', {})
    const nothing = { people: 0, invitations: 0, more: false, followUps: 0, unanswered: 0 }
    expect(await today(person)).toEqual({ ...nothing, approvals: null, held: null, shared: null })
    const mails = await transact(server.context, async (trx) => {
      const made = []
      for (const subject of ['人', '人二', '邀请', '机器']) {
        made.push(await putMailIn(trx, server.context, accountId, { from: WANG, subject }))
      }
      await putMailIn(trx, server.context, accountId, { from: WANG, subject: '读过', seen: true })
      return made
    })
    const { db } = server.context.store
    const messageOf = (at: number) =>
      db
        .selectFrom('mail')
        .select('message_id')
        .where('id', '=', mails[at]?.mailId ?? 0)
    await db.updateTable('message').set({ invites: 1 }).where('id', '=', messageOf(2)).execute()
    await db.updateTable('message').set({ automatic: 1 }).where('id', '=', messageOf(3)).execute()
    await person.post('mail/pending/saveOrUpdatePendingInfo', {
      mailIds: [mails[0]?.mailId ?? 0],
      when: { kind: 'workdays', days: 1 },
    })
    await db.updateTable('follow_up').set({ state: 'due' }).where('account_id', '=', accountId).execute()
    expect(await today(person)).toMatchObject({ people: 2, invitations: 1, followUps: 1 })
    expect((await unreadFrom(person, 'people')).list.map(({ subject }) => subject).toSorted()).toEqual(['人', '人二'])
    expect((await unreadFrom(person, 'invitations')).list.map(({ subject }) => subject)).toEqual(['邀请'])
    expect(await today(other)).toEqual({ ...nothing, approvals: null, held: null, shared: null })
    expect((await unreadFrom(other, 'people')).total).toBe(0)
  })

  test("another's mail is neither counted nor listed", async () => {
    const { accountId, person } = await newcomer()
    const { person: other } = await newcomer()
    await putMail(server.context, accountId, { from: ZHANG })
    expect((await index(person)).unread.total).toBe(1)
    expect(await index(other)).toMatchObject({
      unread: { total: 0, folders: [], people: [], more: false },
      newest: { starred: [], drafts: [] },
    })
    expect(await unreadFrom(other, ZHANG.address)).toEqual({ list: [], total: 0, more: false })
  })

  test('an address of the wrong kind is refused', async () => {
    const { person } = await newcomer()
    for (const address of ['', 'a'.repeat(255), 'a\u0000b']) {
      await person.refused('GET', 'mail/home/unread/list', { address })
    }
  })
})
