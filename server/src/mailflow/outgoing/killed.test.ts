import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { UNDO_SEND_MS } from '@yanshu/contracts'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { sending } from '../../testing/letters.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer } from '../../testing/testServer.ts'

const MINUTE = 60_000
/** Before which of its writes a server is killed. Each of them begins with a letter that no server has touched. */
const KILLS = { sqlite: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], postgres: [2, 4, 7, 10] }

/** A server for other domains. It refuses each recipient whose name marks an unknown account. */
async function openRelay() {
  const relayed: string[] = []
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      const isUnknown = address.startsWith('nobody')
      callback(isUnknown ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null)
    },
    onData(stream, session, callback) {
      relayed.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume()
      stream.on('end', () => callback(null))
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', () => resolve()))
  const address = relay.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    relayed,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => relay.close(() => resolve())),
  }
}

test.each(engines)(
  'given servers that are killed before any of their writes, then every letter arrives once and is reported once, on %s',
  async (engine) => {
    const relay = await openRelay()
    const server = await startTestServer({ engine, still: true, relay: relay.url })
    const wei = await server.addUser('zhang.wei')
    const na = await server.addUser('li.na')
    const asWei = await server.as(wei)
    const script = fileURLToPath(new URL('../../testing/killedQueue.ts', import.meta.url))
    const { database, dataFolder } = server.context.config
    const kills = KILLS[engine]
    const ended: (string | null)[] = []
    for (const before of kills) {
      const people = ['li.na@yanshu.test', `out${before}@elsewhere.example`, `nobody${before}@elsewhere.example`]
      const to = people.map((address) => ({ name: '', address }))
      await asWei.post('mail/email/send', sending({ subject: `第 ${before} 封`, to }))
      server.wait(UNDO_SEND_MS)
      const given = [database, dataFolder, `${server.context.now()}`, relay.url, `${before}`]
      const child = spawn(process.execPath, [script, ...given], { stdio: ['ignore', 'ignore', 'inherit'] })
      const [, signal] = await once(child, 'close')
      ended.push(signal)
    }
    expect(new Set(ended)).toEqual(new Set(['SIGKILL']))
    // Claims on recipients of those that were killed end by themselves.
    server.wait(6 * MINUTE)
    await server.dispatcher.runDue()

    const subjects = kills.map((before) => `第 ${before} 封`).toSorted()
    expect((await server.mailsOf(na)).map(({ subject }) => subject).toSorted()).toEqual(subjects)
    // A relay that has taken a mail of a server that was killed before it noted that gets it again, as SMTP has it.
    expect([...new Set(relay.relayed)].toSorted()).toEqual(kills.map((n) => `out${n}@elsewhere.example`).toSorted())
    const reports = (await server.mailsOf(wei)).map(({ text }) => /nobody\d+@/.exec(text)?.[0])
    expect(reports.toSorted()).toEqual(kills.map((before) => `nobody${before}@`).toSorted())
    const { db } = server.context.store
    const states = await db.selectFrom('outgoing').select('state').execute()
    expect(states.map(({ state }) => state)).toEqual(kills.map(() => 'done'))
    const open = await db.selectFrom('outgoing_recipient').select('address').where('state', 'in', ['held', 'queued'])
    expect(await open.execute()).toEqual([])
    await server.stop()
    await relay.close()
  },
  240_000,
)
