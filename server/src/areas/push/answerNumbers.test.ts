import { CHANGE_HEADER } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatherChanges, writeChanges } from '../../store/database/changeLog.ts'
import { folderOfRole } from '../../store/mailbox/roles.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

/** Fewer than a page of the list. */
const MAILS = 80

describe.each(engines)('the number of an answer, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let accountId: number
  let mailboxId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    person = await server.login('zhang.wei')
    mailboxId = await folderOfRole(server.context.store.db, accountId, 'inbox')
  })
  afterAll(() => server.stop())

  /** A page of the inbox, and the change that its answer names. */
  const read = async () => {
    const { headers, envelope } = await person.raw('GET', 'mail/email/mailbox/list', {
      query: { mailboxId, pageSize: 100 },
    })
    const { list } = envelope.data as { list: { mailId: number }[] }
    return { seq: Number(headers.get(CHANGE_HEADER)), mailIds: list.map(({ mailId }) => mailId) }
  }

  test('given a mail that is written and not committed, then an answer neither waits nor counts it, and a window hears of it', async () => {
    const before = await read()
    const written = Promise.withResolvers<number>()
    const commit = Promise.withResolvers<void>()
    const writing = server.context.store.db.transaction().execute(async (trx) => {
      gatherChanges(trx)
      const { mailId } = await putMailIn(trx, server.context, accountId, {})
      await writeChanges(trx, Date.now)
      written.resolve(mailId)
      await commit.promise
    })
    const mailId = await written.promise
    const meanwhile = await read()
    expect(meanwhile).toEqual(before)
    commit.resolve()
    await writing
    const socket = await person.socket(meanwhile.seq)
    expect(await socket.next()).toMatchObject({ optType: 'mailbox', seq: before.seq + 1, mailIds: [mailId] })
    socket.close()
    expect(await read()).toEqual({ seq: before.seq + 1, mailIds: [mailId, ...before.mailIds] })
  })

  test('given mails that come all the while, then every answer shows what it names', async () => {
    const first = await read()
    let coming = true
    const arriving = async () => {
      for (let n = 0; n < MAILS; n++) await putMail(server.context, accountId)
      coming = false
    }
    const reading = async () => {
      while (coming) {
        const { seq, mailIds } = await read()
        expect(mailIds.length - first.mailIds.length).toBeGreaterThanOrEqual(seq - first.seq)
      }
    }
    await Promise.all([arriving(), reading(), reading(), reading()])
    expect((await read()).seq).toBe(first.seq + MAILS)
  })
})
