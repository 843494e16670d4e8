import { Code, OFFLINE_ACTION_MS, type OfflineAct } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY_MS = 86_400_000

describe.each(engines)('mails for the time without a network, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  let made = 0
  const nextKey = () => {
    made += 1
    return `key-${made}-0000`
  }
  const folder = (role: 'inbox' | 'trash' | 'spam' | 'drafts') => folderOfRole(server.context.store.db, weiId, role)
  const put = async (mail: object = {}) =>
    (await transact(server.context, (trx) => putMailIn(trx, server.context, weiId, mail))).mailId
  const row = async (id: number) =>
    server.context.store.db
      .selectFrom('mail')
      .select(['folder_id', 'seen', 'color'])
      .where('id', '=', id)
      .executeTakeFirst()
  const action = (act: OfflineAct, mails: readonly (readonly [number, number | null])[], key = nextKey()) => ({
    key,
    act,
    mails: mails.map(([mailId, mailboxId]) => ({ mailId, mailboxId })),
  })
  const settle = async (...actions: ReturnType<typeof action>[]) =>
    (await wei.post('mail/offline/settle', { actions })).list

  beforeAll(async () => {
    server = await startTestServer({ engine })
    weiId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  test('the device gets the beginnings of folders, all of the last days on request, and afterwards what has changed', async () => {
    const now = server.context.now()
    const { folderId: old } = await wei.post('mail/main/folder/save', { folderName: '旧信' })
    const ids: number[] = []
    for (let n = 0; n < 55; n++) ids.push(await put({ folderId: old, receivedAt: now - 20 * DAY_MS + n * 1_000 }))
    const fresh: number[] = []
    for (let n = 0; n < 60; n++) fresh.push(await put({ receivedAt: now - 3_600_000 + n * 1_000 }))

    const first = await wei.get('mail/offline/mails', {})
    const kept = new Set(first.list.map(({ mailId }) => mailId))
    expect([...kept].toSorted()).toEqual([...ids.slice(5), ...fresh.slice(10)].toSorted())
    expect(first.all).toBe(true)
    const wide = await wei.get('mail/offline/mails', { days: 14 })
    expect(wide.list).toHaveLength(50 + 60)

    const [star = 0, gone = 0] = fresh.slice(20)
    await wei.post('mail/email/color/update', { mailIds: [star], color: 3 })
    await wei.post('mail/email/delete', { mailIds: [gone] })
    const next = await wei.get('mail/offline/mails', { since: first.seq })
    expect(next).toMatchObject({ all: false, gone: [gone] })
    expect(next.list.map(({ mailId, color }) => [mailId, color])).toEqual([[star, 3]])
    // A number that the mailbox has not reached is no number of it.
    expect((await wei.get('mail/offline/mails', { since: next.seq + 1_000 })).all).toBe(true)
    expect((await na.get('mail/offline/mails', {})).list).toEqual([])
  })

  test('what is restricted, protected by keys or in a folder with a password is never kept', async () => {
    const db = server.context.store.db
    const { folderId: closed } = await wei.post('mail/main/folder/save', { folderName: '密' })
    const [free, restricted, secret, guarded] = [await put(), await put(), await put(), await put({ folderId: closed })]
    const before = await wei.get('mail/offline/mails', {})
    expect(before.list.map(({ mailId }) => mailId)).toContain(guarded)
    const messageOf = (id: number) => db.selectFrom('mail').select('message_id').where('id', '=', id)
    await db.updateTable('message').set({ restricted: 1 }).where('id', 'in', messageOf(restricted)).execute()
    await db.updateTable('message').set({ with_password: 1 }).where('id', 'in', messageOf(secret)).execute()
    await db.updateTable('folder').set({ guarded: 1 }).where('id', '=', closed).execute()

    const { list } = await wei.get('mail/offline/mails', { days: 14 })
    const ids = list.map(({ mailId }) => mailId)
    expect(ids).toContain(free)
    for (const id of [restricted, secret, guarded]) expect(ids).not.toContain(id)
    const texts = await wei.post('mail/offline/texts', { mailIds: [free, restricted, secret] })
    expect(texts.list.map(({ mailId }) => mailId)).toEqual([free])
    expect((await na.post('mail/offline/texts', { mailIds: [free] })).list).toEqual([])
  })

  test('an action is done once under its key, also by parallel calls, and its answer is the same', async () => {
    const inbox = await folder('inbox')
    const id = await put()
    const one = action({ kind: 'star', color: 2 }, [[id, inbox]])
    const answers = await Promise.all(Array.from({ length: 6 }, () => settle(one)))
    for (const answer of answers)
      expect(answer).toEqual([{ key: one.key, done: 1, gone: [], elsewhere: [], refused: null }])
    await wei.post('mail/email/color/update', { mailIds: [id], color: 0 })
    expect(await settle(one)).toEqual(answers[0])
    expect((await row(id))?.color).toBe(0)
    // The key of one person opens nothing for another.
    expect(await na.post('mail/offline/settle', { actions: [one] })).toMatchObject({ list: [{ done: 0, gone: [id] }] })
    expect((await row(id))?.color).toBe(0)
  })

  test('actions are done in their order; what was moved elsewhere stays there and is named, as is what is gone', async () => {
    const [inbox, trash] = [await folder('inbox'), await folder('trash')]
    const { folderId: projects } = await wei.post('mail/main/folder/save', { folderName: '项目' })
    const { folderId: other } = await wei.post('mail/main/folder/save', { folderName: '另' })
    const [id, moved, gone] = [await put(), await put(), await put()]
    const elsewhere = (await wei.post('mail/email/detail', { mailId: moved })).mailUid
    await wei.post('mail/email/move', { mailboxId: inbox, targetMailboxId: other, mailUids: [elsewhere] })
    await wei.post('mail/email/delete', { mailIds: [gone] })
    const all = [id, moved, gone].map((one) => [one, inbox] as const)
    const [move, seen, bin, back] = await settle(
      action({ kind: 'move', folderId: projects }, all),
      action({ kind: 'seen', seen: true }, [[id, projects]]),
      action({ kind: 'bin' }, [[id, projects]]),
      action({ kind: 'recover' }, [[id, trash]]),
    )
    expect(move).toMatchObject({ done: 1, gone: [gone], elsewhere: [moved] })
    expect([seen, bin, back]).toMatchObject([{ done: 1 }, { done: 1 }, { done: 1 }])
    expect(await row(id)).toMatchObject({ folder_id: projects, seen: 1 })
    expect((await row(moved))?.folder_id).toBe(other)
  })

  test('a folder or label that is gone refuses its action alone, and refuses it for ever', async () => {
    const inbox = await folder('inbox')
    const id = await put()
    const lost = action({ kind: 'move', folderId: 987_654 }, [[id, inbox]])
    const list = await settle(
      lost,
      action({ kind: 'label', add: [987_654], remove: [] }, [[id, inbox]]),
      action({ kind: 'move', folderId: await folder('drafts') }, [[id, inbox]]),
      action({ kind: 'star', color: 1 }, [[id, inbox]]),
    )
    expect(list.map(({ refused }) => refused)).toEqual([
      Code.folderNotFound,
      Code.labelNotFound,
      Code.folderNotEmptyable,
      null,
    ])
    expect(await row(id)).toMatchObject({ folder_id: inbox, color: 1 })
    const again = await settle({ ...lost, act: { kind: 'star', color: 5 } })
    expect(again).toMatchObject([{ refused: Code.folderNotFound }])
    expect((await row(id))?.color).toBe(1)
  })

  test('keys are remembered for longer than a device sends its actions, and not for ever', async () => {
    const db = server.context.store.db
    const count = async () =>
      (await db.selectFrom('settled_action').select('id').where('account_id', '=', weiId).execute()).length
    await db
      .updateTable('settled_action')
      .set({ at: server.context.now() - OFFLINE_ACTION_MS - 1 })
      .execute()
    const before = await count()
    await sweepStore(server.context)
    expect(await count()).toBe(before)
    await db
      .updateTable('settled_action')
      .set({ at: server.context.now() - 2 * OFFLINE_ACTION_MS - 1 })
      .execute()
    await sweepStore(server.context)
    expect(await count()).toBe(0)
  })
})
