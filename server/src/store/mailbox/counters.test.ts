import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putMail } from '../../testing/putMail.ts'
import { randomFrom } from '../../testing/random.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/*
 * The rules of the counters:
 * - A folder counts the mails that lie in it, those of them that are unread, and their bytes.
 * - A label counts the mails that carry it, except those in the recycle bin and in spam.
 * - A mail that goes into the recycle bin or spam keeps its labels; coming back, it counts again.
 * - An account uses the bytes of all its mails, wherever they lie.
 * - Doing the same thing twice changes nothing the second time.
 */

describe.each(engines)('counters, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
  })
  afterAll(() => server.stop())

  /** Counts everything again from the mails and compares it with the kept counters. */
  async function recount(accountId: number, client: TestClient) {
    const { db } = server.context.store
    const mails = await db.selectFrom('mail').selectAll().where('account_id', '=', accountId).execute()
    const carried = await db.selectFrom('mail_label').selectAll().execute()
    const lists = await client.get('mail/main/folder/list')
    const folders = [...lists.folderList, ...lists.customList]
    for (const folder of folders) {
      const inside = mails.filter((mail) => mail.folder_id === folder.folderId)
      expect(folder, folder.folderName).toMatchObject({
        mail: inside.length,
        unread: inside.filter((mail) => !mail.seen).length,
        spaceSize: inside.reduce((sum, mail) => sum + mail.size, 0),
      })
      expect(new Set(inside.map((mail) => mail.uid)).size).toBe(inside.length)
    }
    const hidden = folders.filter(({ role }) => role === 'trash' || role === 'spam').map(({ folderId }) => folderId)
    for (const label of lists.labelList) {
      const ids = new Set(carried.filter((row) => row.label_id === label.labelId).map((row) => row.mail_id))
      const inside = mails.filter((mail) => ids.has(mail.id) && !hidden.includes(mail.folder_id))
      expect(label, label.labelName).toMatchObject({
        mail: inside.length,
        unread: inside.filter((mail) => !mail.seen).length,
        spaceSize: inside.reduce((sum, mail) => sum + mail.size, 0),
      })
      const listed = await client.get('mail/email/label/list', { labelId: label.labelId, pageSize: 200 })
      expect(new Set(listed.list.map((item) => item.mailId))).toEqual(new Set(inside.map((mail) => mail.id)))
    }
    const { curMap } = await client.get('mail/main/quota/useInfo')
    expect(curMap.curSize).toBe(mails.reduce((sum, mail) => sum + mail.size, 0))
  }

  test.each([1, 2, 3])('stay exact through random actions (seed %i)', async (seed) => {
    const random = randomFrom(seed)
    const accountId = await server.addUser(`random${seed}`)
    const client = await server.login(`random${seed}`)
    const own = async () => {
      const { folderList, customList } = await client.get('mail/main/folder/list')
      return [...folderList, ...customList]
    }
    const folderIds = async () => (await own()).map((folder) => folder.folderId)
    const labelIds = async () => (await client.get('mail/main/label/list')).labelList.map((label) => label.labelId)
    const mails = async () =>
      server.context.store.db
        .selectFrom('mail')
        .select(['id', 'uid', 'folder_id'])
        .where('account_id', '=', accountId)
        .execute()
    const someIds = async () => {
      const ids = random.some((await mails()).map((mail) => mail.id))
      return ids.length > 0 ? ids : [4_000_000]
    }
    await client.post('mail/main/folder/save', { folderName: '甲' })
    await client.post('mail/main/label/save', { labelName: '红' })
    await client.post('mail/main/label/save', { labelName: '蓝' })

    let named = 0
    const actions: (() => Promise<unknown>)[] = [
      async () =>
        putMail(server.context, accountId, {
          folderId: random.pick(await folderIds()),
          seen: random.below(2) === 0,
          size: random.below(5_000),
        }),
      async () => client.post('mail/email/seen/update', { mailIds: await someIds(), seen: random.below(2) === 0 }),
      async () => client.post('mail/email/sticky/update', { mailIds: await someIds(), sticky: random.below(2) === 0 }),
      async () => client.post('mail/email/color/update', { mailIds: await someIds(), color: random.below(8) }),
      async () => {
        const labels = await labelIds()
        await client.post('mail/email/label/update', {
          mailIds: await someIds(),
          add: random.some(labels),
          remove: random.some(labels),
        })
      },
      async () => {
        const folders = await own()
        const source = random.pick(folders).folderId
        const target = random.pick(folders.filter((folder) => folder.role !== 'drafts')).folderId
        const uids = random.some((await mails()).filter((mail) => mail.folder_id === source)).map((mail) => mail.uid)
        if (uids.length > 0) {
          await client.post('mail/email/move', { mailboxId: source, targetMailboxId: target, mailUids: uids })
        }
      },
      async () => client.post('mail/email/recoverableDelete', { mailIds: await someIds() }),
      async () => client.post('mail/email/recoverEmail', { mailIds: await someIds() }),
      async () => client.post('mail/email/delete', { mailIds: (await someIds()).slice(0, 2) }),
      async () => client.post('mail/email/draftdelete', { mailIds: await someIds() }),
      async () => client.post('mail/email/readedDelete', { mailboxId: random.pick(await folderIds()) }),
      async () => client.post('mail/email/allSeen', { mailboxId: random.pick(await folderIds()) }),
      async () => client.post('mail/main/folder/save', { folderName: `夹${named++}` }),
      async () => {
        const custom = (await own()).filter((folder) => folder.role === 'custom')
        if (custom.length > 1) {
          await client.post('mail/main/folder/delete/password', { folderId: random.pick(custom).folderId })
        }
      },
      async () => {
        if (random.below(4) === 0) {
          await client.post('mail/main/folder/recoverableClear', { folderId: random.pick(await folderIds()) })
        }
      },
      async () => client.post('mail/main/label/save', { labelName: `签${named++}` }),
      async () => {
        const labels = await labelIds()
        if (labels.length > 2) await client.post('mail/main/label/delete', { labelId: random.pick(labels) })
      },
    ]
    for (let i = 0; i < 30; i++) await actions[0]?.()
    for (let step = 0; step < 120; step++) {
      await random.pick(actions)()
      if (step % 10 === 9) await recount(accountId, client)
    }
    await recount(accountId, client)
  })

  test('stay exact when windows act at the same time', async () => {
    const accountId = await server.addUser('busy')
    const client = await server.login('busy')
    const ids: number[] = []
    for (let i = 0; i < 40; i++) ids.push((await putMail(server.context, accountId)).mailId)
    await Promise.all([
      client.post('mail/email/seen/update', { mailIds: ids, seen: true }),
      client.post('mail/email/recoverableDelete', { mailIds: ids.slice(0, 20) }),
      client.post('mail/email/recoverableDelete', { mailIds: ids.slice(10, 30) }),
      client.post('mail/email/delete', { mailIds: ids.slice(15, 25) }),
      ...Array.from({ length: 10 }, () => putMail(server.context, accountId)),
      client.post('mail/email/seen/update', { mailIds: ids, seen: false }),
    ])
    await recount(accountId, client)
  })
})
