import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { separateStep } from '../../areas/compose/index.ts'
import { sending } from '../../testing/letters.ts'
import { startTestServer } from '../../testing/testServer.ts'

const HOUR = 3_600_000
/** The whole number is tried by `YANSHU_SCHEDULED_SENDS=1000`. */
const LETTERS = Number(process.env.YANSHU_SCHEDULED_SENDS ?? 40)
/** Recipients of one more letter, which goes to each of them separately. */
const SEPARATE = 10
/** Before which of its writes one of the two servers is killed. */
const KILLED_BEFORE = 60
const NEVER_KILLED = 1_000_000

test('given letters for one minute and two servers of which one is killed, then each leaves exactly once', async () => {
  const server = await startTestServer({ engine: 'postgres', still: true })
  server.submission.register([separateStep])
  const wei = await server.addUser('zhang.wei')
  const na = await server.addUser('li.na')
  const others = await Promise.all(Array.from({ length: SEPARATE }, (_, at) => server.addUser(`c${at}`)))
  const asWei = await server.as(wei)
  const asNa = await server.as(na)
  const sendAt = server.context.now() + HOUR
  const options = { 'mail.sendAt': sendAt }
  for (let at = 0; at < LETTERS; at++) {
    // Letters of one sender leave one after the other, so half of them are another's.
    const to = [{ name: '', address: at % 2 === 0 ? 'li.na@yanshu.test' : 'zhang.wei@yanshu.test' }]
    await (at % 2 === 0 ? asWei : asNa).post('mail/email/send', sending({ subject: `第 ${at} 封`, to, options }))
  }
  const to = others.map((_, at) => ({ name: `客户${at}`, address: `c${at}@yanshu.test` }))
  const separately = { ...options, 'mail.separately': true }
  await asWei.post('mail/email/send', sending({ subject: '{{name}}，邀请', to, options: separately }))
  server.wait(UNDO_SEND_MS)
  await server.dispatcher.runDue()
  for (const who of [wei, na, ...others]) expect(await server.mailsOf(who)).toEqual([])

  server.wait(HOUR)
  const script = fileURLToPath(new URL('../../testing/killedQueue.ts', import.meta.url))
  const { database, dataFolder } = server.context.config
  const ended = [KILLED_BEFORE, NEVER_KILLED].map(async (before) => {
    const given = [database, dataFolder, `${server.context.now()}`, 'smtp://127.0.0.1:9', `${before}`]
    const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [, signal] = await once(child, 'close')
    return signal
  })
  expect(await Promise.all(ended)).toEqual(['SIGKILL', null])
  await server.dispatcher.runDue()

  const subjectsOf = async (who: number) => (await server.mailsOf(who)).map(({ subject }) => subject).toSorted()
  const expected = (rest: number) =>
    Array.from({ length: LETTERS }, (_, at) => at)
      .filter((at) => at % 2 === rest)
      .map((at) => `第 ${at} 封`)
      .toSorted()
  expect(await subjectsOf(na)).toEqual(expected(0))
  expect(await subjectsOf(wei)).toEqual(expected(1))
  for (const [at, who] of others.entries()) expect(await subjectsOf(who)).toEqual([`客户${at}，邀请`])
  const { db } = server.context.store
  const states = await db.selectFrom('outgoing').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'done' }])
  await server.stop()
}, 240_000)
