import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole, type SystemRole } from '../../store/mailbox/roles.ts'
import { putMail, putMailIn, type TestMail } from '../../testing/putMail.ts'
import { randomFrom } from '../../testing/random.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/*
 * The rules of conversations:
 * - A folder has one row for each thread with a mail in it, where the newest of these stands; one kept on top is above all.
 * - A conversation is unread in a folder while a mail of it that lies there is. Folders and labels go on counting mails.
 * - It counts its mails in all folders but recycle bin, spam and those with a password, and those of the folder itself.
 * - It is marked as answered by a mail among the sent ones. Searches and lists across folders go on showing mails.
 */

const ZHANG = { name: '张伟', address: 'zhang.wei@yanshu.test' }

describe.each(engines)('conversations, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let person: TestClient
  let other: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('li.na')
    person = await server.login('li.na')
    await server.addUser('wang.fang')
    other = await server.login('wang.fang')
  })
  afterAll(() => server.stop())

  const put = (mail: TestMail) => putMail(server.context, accountId, mail)
  const inFolder = (role: SystemRole) => folderOfRole(server.context.store.db, accountId, role)
  const answerTo = (id: string, own: string): TestMail => ({ messageId: `<${own}>`, inReplyTo: `<${id}>` })
  const listOf = (mailboxId: number, more: { pageSize?: number; sortValues?: string; isUnread?: '0' | '1' } = {}) =>
    person.get('mail/email/conversation/list', { mailboxId, ...more })

  test('a row has the newest mail of the folder, how many there are in all folders, who wrote them, and own answers', async () => {
    const inbox = await inFolder('inbox')
    const first = await put({ messageId: '<q@1>', subject: '合同', from: ZHANG, receivedAt: 1_000, seen: true })
    await put({
      ...answerTo('q@1', 'a@1'),
      text: '同意',
      folderId: await inFolder('sent'),
      receivedAt: 3_000,
      seen: true,
    })
    const second = await put({ ...answerTo('a@1', 'b@1'), from: ZHANG, receivedAt: 2_000 })
    await put({ ...answerTo('a@1', 'bin@1'), folderId: await inFolder('trash'), receivedAt: 4_000 })
    const alone = await put({ messageId: '<alone@1>', receivedAt: 500, seen: true })
    const { list, conversations, total } = await listOf(inbox)
    expect(list.map(({ mailId }) => mailId)).toEqual([second.mailId, alone.mailId])
    expect(total).toBe(2)
    expect(conversations[0]).toMatchObject({ count: 3, inFolder: 2, unread: 1, answered: true, line: '同意' })
    expect(conversations[0]?.people.map(({ name }) => name)).toEqual(['李娜', '张伟'])
    expect(conversations[1]).toMatchObject({ count: 1, unread: 0, answered: false, people: [], line: '' })
    const { headings = [] } = await person.get('mail/email/conversation/list', { mailboxId: inbox, timeZone: 8 })
    // A conversation of several mails is one row below its heading.
    expect(headings.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect((await listOf(inbox, { isUnread: '1' })).list.map(({ mailId }) => mailId)).toEqual([second.mailId])
    expect((await listOf(inbox, { isUnread: '0' })).list.map(({ mailId }) => mailId)).toEqual([alone.mailId])

    const whole = await person.post('mail/email/conversation/whole', { mailIds: [second.mailId] })
    expect(whole.list.map(({ mailId }) => mailId).sort()).toEqual([first.mailId, second.mailId].sort())
    expect(whole.of).toEqual([second.mailId, second.mailId])
    const read = await person.get('mail/email/conversation/mails', { mailId: first.mailId })
    expect(read.ids).toHaveLength(3)
    expect(read.ids[0]).toBe(first.mailId)
    expect(read.firstUnread).toBe(second.mailId)

    await person.post('mail/email/sticky/update', { mailIds: [alone.mailId], sticky: true })
    expect((await listOf(inbox)).list.map(({ mailId }) => mailId)).toEqual([alone.mailId, second.mailId])
  })

  test('a thread of a thousand mails opens at the first unread one, with the rows around it', async () => {
    const folderId = (await person.post('mail/main/folder/save', { folderName: '长' })).folderId
    const { mailId } = await put({ messageId: '<q@2>', folderId, receivedAt: 10_000, seen: true })
    const ids = await transact(server.context, async (trx) => {
      const all: number[] = [mailId]
      for (let n = 1; n < 1_000; n++) {
        const mail = { ...answerTo('q@2', `n${n}@2`), folderId, receivedAt: 10_000 + n * 10, seen: n < 600 || n > 700 }
        all.push((await putMailIn(trx, server.context, accountId, mail)).mailId)
      }
      return all
    })
    const read = await person.get('mail/email/conversation/mails', { mailId })
    expect(read.ids).toEqual(ids)
    expect(read.firstUnread).toBe(ids[600])
    expect(read.list.map((row) => row.mailId)).toContain(ids[600])
    const early = await person.get('mail/email/conversation/mails', { mailId, around: mailId })
    expect(early.list[0]?.mailId).toBe(mailId)
    const { conversations } = await listOf(folderId)
    expect(conversations).toMatchObject([{ count: 1_000, inFolder: 1_000, unread: 101 }])
    // The newest go first, so that each deletion has to find which is the newest then.
    await person.post('mail/email/delete', { mailIds: ids.slice(500) })
    expect((await listOf(folderId)).list.map((row) => row.mailId)).toEqual([ids[499]])
  })

  test('mails that are split off are a conversation of their own, with their later answers, until they are joined again', async () => {
    const first = await put({ messageId: '<q@5>', receivedAt: 20_000 })
    const off = await put({ ...answerTo('q@5', 'off@5'), receivedAt: 21_000 })
    const last = await put({ ...answerTo('q@5', 'last@5'), receivedAt: 22_000 })
    const idsOf = async (mailId: number) => (await person.get('mail/email/conversation/mails', { mailId })).ids
    expect(await person.post('mail/email/conversation/split', { mailIds: [off.mailId] })).toEqual({ count: 1 })
    const later = await put({ ...answerTo('off@5', 'later@5'), references: '<q@5> <off@5>', receivedAt: 23_000 })
    expect(await idsOf(off.mailId)).toEqual([off.mailId, later.mailId])
    expect(await idsOf(first.mailId)).toEqual([first.mailId, last.mailId])
    await person.post('mail/email/conversation/join', { mailIds: [off.mailId, later.mailId], mailId: first.mailId })
    expect(await idsOf(first.mailId)).toHaveLength(4)
    // The mail that began it.
    await person.post('mail/email/conversation/split', { mailIds: [first.mailId] })
    expect(await idsOf(first.mailId)).toEqual([first.mailId])
    expect(await idsOf(last.mailId)).toEqual([off.mailId, last.mailId, later.mailId])

    const alien = { mailIds: [first.mailId], mailId: last.mailId }
    expect(await other.post('mail/email/conversation/split', { mailIds: [last.mailId] })).toEqual({ count: 0 })
    expect(await other.refused('POST', 'mail/email/conversation/join', alien)).toBe(Code.mailNotFound)
    expect(await idsOf(last.mailId)).toHaveLength(3)
  })

  test('answers of a muted conversation skip the inbox until one names the reader in To', async () => {
    const inbox = await inFolder('inbox')
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '静音' })
    const first = await put({ messageId: '<q@6>', receivedAt: 30_000 })
    await person.post('mail/email/conversation/mute', { mailId: first.mailId, mailboxId: folderId })
    const arrive = async (own: string, to: string) => {
      const mail = { ...answerTo('q@6', own), to: [{ name: '', address: to }] }
      const { mailId } = await transact(server.context, (trx) => putMailIn(trx, server.context, accountId, mail, true))
      const row = await server.context.store.db
        .selectFrom('mail')
        .select('folder_id')
        .where('id', '=', mailId)
        .executeTakeFirstOrThrow()
      return row.folder_id
    }
    const mutedNow = async () => (await person.get('mail/email/conversation/mails', { mailId: first.mailId })).muted
    expect(await arrive('a@6', 'all@yanshu.test')).toBe(folderId)
    expect(await mutedNow()).toBe(true)
    expect(await arrive('b@6', 'LI.NA@yanshu.test')).toBe(inbox)
    expect(await arrive('c@6', 'all@yanshu.test')).toBe(inbox)
    expect(await mutedNow()).toBe(false)
    const alien = { mailId: first.mailId, mailboxId: inbox }
    expect(await other.refused('POST', 'mail/email/conversation/mute', alien)).toBe(Code.mailNotFound)
    const theirs = (await other.get('mail/main/folder/list')).folderList[0]?.folderId ?? 0
    const misplaced = { mailId: first.mailId, mailboxId: theirs }
    expect(await person.refused('POST', 'mail/email/conversation/mute', misplaced)).toBe(Code.folderNotFound)
  })

  test('a folder that is closed, and those of others, are refused; a closed folder is not counted elsewhere', async () => {
    const { mailId } = await put({ messageId: '<q@3>' })
    const mailboxId = await inFolder('inbox')
    expect(await other.refused('GET', 'mail/email/conversation/list', { mailboxId })).toBe(Code.folderNotFound)
    expect(await other.refused('GET', 'mail/email/conversation/mails', { mailId })).toBe(Code.mailNotFound)
    expect(await other.post('mail/email/conversation/whole', { mailIds: [mailId] })).toMatchObject({ list: [], of: [] })
  })

  test('given five hundred random actions of two sessions, then the rows of each folder are those of a fresh computation', async () => {
    const { db } = server.context.store
    const random = randomFrom(engine === 'sqlite' ? 7 : 8)
    const sessions = [person, await server.login('li.na')]
    const act = () => random.pick(sessions)
    await person.post('mail/main/folder/save', { folderName: '甲' })
    const own = async () => {
      const { folderList, customList } = await person.get('mail/main/folder/list')
      return [...folderList, ...customList]
    }
    const mails = () => db.selectFrom('mail').selectAll().where('account_id', '=', accountId).execute()
    const someIds = async () => {
      const ids = random.some((await mails()).map(({ id }) => id)).slice(0, 60)
      return ids.length > 0 ? ids : [4_000_000]
    }
    let at = 0
    const actions: (() => Promise<unknown>)[] = [
      async () => {
        const id = `<r${at++}@4>`
        const ancestor = random.below(3) > 0 ? `<r${random.below(Math.max(1, at + 3))}@4>` : ''
        const folderId = random.pick(await own()).folderId
        await put({ messageId: id, inReplyTo: ancestor, folderId, seen: random.below(2) === 0 })
      },
      async () => act().post('mail/email/seen/update', { mailIds: await someIds(), seen: random.below(2) === 0 }),
      async () => act().post('mail/email/sticky/update', { mailIds: await someIds(), sticky: random.below(2) === 0 }),
      async () => act().post('mail/email/recoverableDelete', { mailIds: await someIds() }),
      async () => act().post('mail/email/recoverEmail', { mailIds: await someIds() }),
      async () => act().post('mail/email/delete', { mailIds: (await someIds()).slice(0, 3) }),
      async () => act().post('mail/email/conversation/split', { mailIds: (await someIds()).slice(0, 4) }),
      async () => {
        const ids = (await mails()).map(({ id }) => id)
        if (ids.length > 0)
          await act().post('mail/email/conversation/join', {
            mailIds: random.some(ids).concat(ids).slice(0, 3),
            mailId: random.pick(ids),
          })
      },
      async () => act().post('mail/email/allSeen', { mailboxId: random.pick(await own()).folderId }),
      async () => {
        const folders = await own()
        const source = random.pick(folders).folderId
        const target = random.pick(folders.filter(({ role }) => role !== 'drafts')).folderId
        const mailUids = random.some((await mails()).filter((mail) => mail.folder_id === source)).map(({ uid }) => uid)
        if (mailUids.length > 0)
          await act().post('mail/email/move', { mailboxId: source, targetMailboxId: target, mailUids })
      },
    ]
    const compare = async () => {
      const groups = Map.groupBy(await mails(), (mail) => `${mail.thread_id} ${mail.folder_id}`)
      const wanted = [...groups.values()].map((group) => ({
        thread_id: group[0]?.thread_id,
        folder_id: group[0]?.folder_id,
        newest: Math.max(...group.map((mail) => mail.sort_key)),
        mails: group.length,
        unread: group.filter((mail) => mail.seen === 0).length,
        stuck: group.filter((mail) => mail.sticky === 1).length,
        sticky: Math.max(...group.map((mail) => mail.sticky)),
      }))
      const folders = await db.selectFrom('folder').selectAll().where('account_id', '=', accountId).execute()
      const kept = await db
        .selectFrom('conversation')
        .selectAll()
        .where(
          'folder_id',
          'in',
          folders.map(({ id }) => id),
        )
        .execute()
      const byNewest = (a: { newest: number }, b: { newest: number }) => a.newest - b.newest
      expect(kept.sort(byNewest)).toEqual(wanted.sort(byNewest))
      for (const { id, conversations, unread_conversations } of folders) {
        const inside = wanted.filter(({ folder_id }) => folder_id === id)
        expect([conversations, unread_conversations]).toEqual([
          inside.length,
          inside.filter(({ unread }) => unread > 0).length,
        ])
      }
      return wanted
    }
    for (let round = 0; round < 500; round++) {
      const action = random.below(2) === 0 ? actions[0] : random.pick(actions)
      await action?.()
      if (round % 50 === 49) await compare()
    }
    const wanted = await compare()
    for (const { folderId } of await own()) {
      const keys: number[] = []
      for (let sortValues: string | undefined; ; ) {
        const page = await listOf(folderId, { pageSize: 7, ...(sortValues ? { sortValues } : {}) })
        keys.push(...page.list.map((row) => row.sortValues[1]))
        sortValues = page.list.at(-1)?.sortValues.join()
        if (!page.more || !sortValues) break
      }
      const inside = wanted.filter(({ folder_id }) => folder_id === folderId)
      expect(keys).toEqual(
        inside.sort((a, b) => b.sticky - a.sticky || b.newest - a.newest).map(({ newest }) => newest),
      )
      const folder = (await own()).find((one) => one.folderId === folderId)
      expect(folder?.unread).toBe(inside.reduce((sum, { unread }) => sum + unread, 0))
    }
  })
})
