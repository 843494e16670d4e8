import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '../../store/database/schema.ts'
import { sqliteConnections } from '../../store/database/sqliteDialect.ts'
import { inBackground, transact } from '../../store/database/transact.ts'
import { besideTransaction } from '../../testing/oneConnection.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { createDeliverer } from './deliverer.ts'

/** Deliveries that one commit would hold. */
const MANY = 40

test('given a disk that is slow, then the next deliveries are written meanwhile, and each waits for its own', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const { context, preparer } = mailServer
  const accountId = await mailServer.addUser('zhang.wei')
  /** Ends what the disk has begun. */
  const writing: (() => void)[] = []
  const disk = () => new Promise<void>((resolve) => writing.push(resolve))
  const db = new Kysely<Schema>({
    dialect: sqliteConnections(context.config.database, () => {}, { sync: disk }).dialect,
  })
  const deliverer = createDeliverer({ ...context, store: { ...context.store, db } })
  const acknowledged: string[] = []
  const deliver = async (subject: string) => {
    const raw = Buffer.from(`From: a@b.example\r\nSubject: ${subject}\r\n\r\n${subject}\r\n`)
    const message = await preparer.prepare(await context.blobs.put(raw), raw)
    await deliverer.deliver(message, { accountIds: [accountId], role: 'inbox', receivedAt: context.now() })
    acknowledged.push(subject)
  }
  const written = async (mails: number) => {
    while ((await mailServer.mailsOf(accountId)).length < mails) await nextTurn()
  }

  const first = deliver('first')
  await written(1)
  const second = deliver('second')
  await written(2)
  expect([acknowledged, writing.length]).toEqual([[], 1])
  writing.shift()?.()
  await first
  await expect.poll(() => writing.length).toBe(1)
  expect(acknowledged).toEqual(['first'])
  writing.shift()?.()
  await second
  expect(acknowledged).toEqual(['first', 'second'])
  await deliverer.idle()
  await db.destroy()
  await mailServer.stop()
})

test('given a person who wants to write, then a commit of many deliveries ends early, and the rest follow in their order', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const { context, preparer } = mailServer
  const accountId = await mailServer.addUser('zhang.wei')
  const deliverer = createDeliverer(inBackground(context))
  const messages = await Promise.all(
    Array.from({ length: MANY }, async (_, number) => {
      const raw = Buffer.from(`From: a@b.example\r\nSubject: ${number}\r\n\r\n${number}\r\n`)
      return preparer.prepare(await context.blobs.put(raw), raw)
    }),
  )
  const acknowledged: number[] = []
  let mailsBefore: Promise<number> | undefined
  /** A person writes from the first of the deliveries on, and sees how many were committed before. */
  const within = async () => {
    mailsBefore ??= besideTransaction(() =>
      transact(context, async (trx) => (await trx.selectFrom('mail').select('id').execute()).length),
    )
  }
  await Promise.all(
    messages.map(async (message, number) => {
      const recipients = { accountIds: [accountId], role: 'inbox' as const, receivedAt: context.now() }
      await deliverer.deliver(message, { ...recipients, ...(number === 0 ? { within } : {}) })
      acknowledged.push(number)
    }),
  )
  expect(await mailsBefore).toBeGreaterThan(0)
  expect(await mailsBefore).toBeLessThan(MANY)
  expect(acknowledged).toEqual(messages.map((_, number) => number))
  expect(await mailServer.mailsOf(accountId)).toHaveLength(MANY)
  await deliverer.idle()
  await mailServer.stop()
})
