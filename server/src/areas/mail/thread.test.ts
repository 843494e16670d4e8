import { Code, THREAD_SHOWN } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../store/database/transact.ts'
import { folderOfRole, type SystemRole } from '../../store/mailbox/roles.ts'
import { putMail, putMailIn, type TestMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const ZHANG = { name: '张伟', address: 'zhang.wei@yanshu.test' }

describe.each(engines)('the other mails of a conversation, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let person: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('li.na')
    person = await server.login('li.na')
    await server.addUser('wang.fang')
  })
  afterAll(() => server.stop())

  const put = (mail: TestMail, account = accountId) => putMail(server.context, account, mail)
  const inFolder = (role: SystemRole) => folderOfRole(server.context.store.db, accountId, role)
  const answerTo = (id: string, own: string): TestMail => ({
    messageId: `<${own}>`,
    inReplyTo: `<${id}>`,
    references: `<${id}>`,
  })
  const others = async (mailId: number) => {
    const { list, total, more } = await person.get('mail/email/thread/list', { mailId })
    expect(list).toHaveLength(Math.min(total, THREAD_SHOWN))
    expect(more).toBe(false)
    expect((await person.post('mail/email/detail', { mailId })).threadCount).toBe(total)
    return list
  }

  test('answers in any folder are named newest first, with who wrote them and where they lie', async () => {
    const question = await put({ messageId: '<q@1>', subject: '合同', from: ZHANG, receivedAt: 1_000 })
    const sent = await inFolder('sent')
    const answer = await put({ ...answerTo('q@1', 'a@1'), folderId: sent, receivedAt: 2_000, seen: true })
    const last = await put({ ...answerTo('a@1', 'b@1'), from: ZHANG, receivedAt: 3_000 })
    const alone = await put({ messageId: '<alone@1>' })
    const list = await others(question.mailId)
    expect(list.map((mail) => mail.mailId)).toEqual([last.mailId, answer.mailId])
    expect(list[0]).toMatchObject({ from: ZHANG, date: 3_000, mailboxId: await inFolder('inbox'), seen: false })
    expect(list[1]).toMatchObject({ mailboxId: sent, seen: true })
    expect((await others(last.mailId)).map((mail) => mail.mailId)).toEqual([answer.mailId, question.mailId])
    expect(await others(alone.mailId)).toEqual([])
  })

  test('recycle bin and spam stay out, unless the mail itself lies there', async () => {
    const first = await put({ messageId: '<q@2>' })
    const spam = await put({ ...answerTo('q@2', 's@2'), folderId: await inFolder('spam') })
    const binned = await put(answerTo('q@2', 'd1@2'))
    const too = await put(answerTo('q@2', 'd2@2'))
    await person.post('mail/email/recoverableDelete', { mailIds: [binned.mailId, too.mailId] })
    expect(await others(first.mailId)).toEqual([])
    expect((await others(spam.mailId)).map((mail) => mail.mailId)).toEqual([first.mailId])
    const seenFromBin = (await others(binned.mailId)).map((mail) => mail.mailId)
    expect(seenFromBin.toSorted()).toEqual([first.mailId, too.mailId].toSorted())
  })

  test('a copy of the mail itself is no other mail', async () => {
    const mail = await put({ messageId: '<self@3>' })
    const { message_id } = await server.context.store.db
      .selectFrom('mail')
      .select('message_id')
      .where('id', '=', mail.mailId)
      .executeTakeFirstOrThrow()
    const other = await put(answerTo('self@3', 'copy@3'))
    await server.context.store.db.updateTable('mail').set({ message_id }).where('id', '=', other.mailId).execute()
    expect(await others(mail.mailId)).toEqual([])
  })

  test('given more than are named, then the newest are, and the count says how many there are', async () => {
    const first = await put({ messageId: '<q@4>', receivedAt: 1_000 })
    await transact(server.context, async (trx) => {
      for (let n = 0; n < THREAD_SHOWN + 5; n++) {
        await putMailIn(trx, server.context, accountId, { ...answerTo('q@4', `n${n}@4`), receivedAt: 10_000 + n })
      }
    })
    const list = await others(first.mailId)
    expect(list).toHaveLength(THREAD_SHOWN)
    expect((await person.get('mail/email/thread/list', { mailId: first.mailId })).total).toBe(THREAD_SHOWN + 5)
    expect(list[0]?.date).toBe(10_000 + THREAD_SHOWN + 4)
  })

  test("another's mail has no conversation to tell of", async () => {
    const mail = await put({ messageId: '<q@5>' })
    await put(answerTo('q@5', 'a@5'))
    const other = await server.login('wang.fang')
    expect(await other.refused('GET', 'mail/email/thread/list', { mailId: mail.mailId })).toBe(Code.mailNotFound)
    for (const mailId of ['', 'x', -1]) await other.refused('GET', 'mail/email/thread/list', { mailId })
  })
})
