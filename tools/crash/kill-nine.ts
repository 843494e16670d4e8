/**
 * Kills the server with SIGKILL in the middle of work, again and again, and checks that nothing it acknowledged is lost,
 * doubled or damaged. Run it with `node tools/crash/kill-nine.ts [rounds] [deliveries a round]`; it works in a folder of
 * its own, uses free ports, and ends with 1 when a single check fails.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { rawClient } from '../../server/src/mailflow/smtp/rawClient.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import type { Context } from '../../server/src/store/context/context.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { openSession } from '../../server/src/store/sessions/session.service.ts'
import { checkStore } from './checkStore.ts'

const ROUNDS = Number(process.argv[2] ?? 10)
const DELIVERIES = Number(process.argv[3] ?? 200)
const SENDS = 40
const PEOPLE = 10
const DOMAIN = 'crash.test'
const SERVER = fileURLToPath(new URL('../../server/src/main.mjs', import.meta.url))
/** Sent mail is held for ten seconds; by then the last of it has left. */
const HELD_MS = 12_000

interface Server {
  readonly process: ChildProcess
  readonly http: string
  readonly smtp: number
}

interface Send {
  readonly requestId: string
  readonly subject: string
  readonly from: number
  readonly to: readonly number[]
  answered: boolean
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-crash-'))
const config = readConfig({ YANSHU_DATA: folder })
const addressOf = (person: number) => `person${person}@${DOMAIN}`

async function withStore<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    return await work(context)
  } finally {
    await close()
  }
}

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, YANSHU_DATA: folder, YANSHU_PORT: '0', YANSHU_SMTP_PORT: '0', YANSHU_DEMO: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const http = /http:\/\/localhost:(\d+)/.exec(said)?.[1]
      const smtp = /smtp:\/\/localhost:(\d+)/.exec(said)?.[1]
      if (http && smtp) resolve({ process: child, http: `http://127.0.0.1:${http}`, smtp: Number(smtp) })
    })
    child.once('exit', () => reject(new Error(`the server did not start:\n${said}`)))
  })
}

async function end(server: Server, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  server.process.kill(signal)
  await ended
}

/** Delivers one mail to two people; answers whether the server took responsibility for it. */
async function deliver(server: Server, subject: string, to: readonly number[]): Promise<boolean> {
  try {
    const client = await rawClient(server.smtp)
    client.socket.on('error', () => {})
    await client.say('EHLO crash.example')
    // Some with an attachment of their own, so that files are written in all rounds.
    const content = Buffer.from(randomUUID().repeat(randomInt(1, 400))).toString('base64')
    const reply = await client.send(
      'sender@elsewhere.example',
      to.map(addressOf),
      `Subject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n正文 ${subject}\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}\r\n--b--`,
    )
    client.close()
    return reply.startsWith('250')
  } catch {
    return false
  }
}

/** Sends as a client does; answers whether the server has accepted the mail. */
async function send(server: Server, tokens: readonly string[], one: Send): Promise<boolean> {
  try {
    const response = await fetch(`${server.http}/api/mail/email/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[one.from]}` },
      body: JSON.stringify({
        kind: 'new',
        sourceMailId: null,
        mailId: null,
        requestId: one.requestId,
        to: one.to.map((person) => ({ name: '', address: addressOf(person) })),
        cc: [],
        bcc: [],
        subject: one.subject,
        html: `<p>${one.subject}</p>`,
        fileIds: [],
      }),
    })
    const answer: { code: number; message: string } = await response.json()
    if (answer.code !== 200) throw new Error(answer.message)
    return true
  } catch (error) {
    if (error instanceof Error && error.name === 'Error') throw error
    return false
  }
}

const people = await withStore(async (context) => {
  await createDomain(context, DOMAIN)
  const made: { id: number; token: string }[] = []
  for (let person = 0; person < PEOPLE; person++) {
    const id = await createAccount(context, {
      address: addressOf(person),
      name: `人 ${person}`,
      password: randomUUID(),
    })
    const { accessToken } = await openSession(context, id, { userAgent: 'crash', ip: '' })
    made.push({ id, token: accessToken })
  }
  await context.store.db
    .updateTable('session')
    .set({ access_expires_at: Date.now() + 86_400_000 })
    .execute()
  return made
})
const tokens = people.map(({ token }) => token)
const pair = () => {
  const first = randomInt(PEOPLE)
  return [first, (first + 1 + randomInt(PEOPLE - 1)) % PEOPLE]
}

const acknowledged = new Map<string, readonly number[]>()
const sends: Send[] = []
let failures = 0
const print = (cells: readonly (string | number)[]) =>
  console.log(cells.map((cell) => String(cell).padStart(13)).join(''))
print(['round', 'killed at ms', 'acknowledged', 'in all', 'lost', 'doubled', 'counters', 'files', 'store'])

const report = async (name: string, killedAt: string, inRound: number, final: boolean) => {
  const found = await withStore((context) =>
    checkStore(context, {
      people: people.map(({ id }) => id),
      acknowledged,
      sends: final ? sends : [],
      readBlob: async (hash) =>
        createHash('sha256')
          .update(await context.blobs.readAll(hash))
          .digest('hex'),
    }),
  )
  print([
    name,
    killedAt,
    inRound,
    acknowledged.size,
    found.lost,
    found.doubled,
    found.counters,
    found.files,
    found.store,
  ])
  failures += found.lost + found.doubled + found.counters + found.files + (found.store === 'ok' ? 0 : 1)
  for (const detail of found.details) console.log(`  ${detail}`)
}

try {
  for (let round = 1; round <= ROUNDS; round++) {
    const server = await startServer()
    // Calls without an answer before the last kill are repeated, with the same request id.
    const retried = sends.filter((one) => !one.answered)
    const fresh = Array.from({ length: SENDS }, (_, index): Send => {
      const [from = 0] = pair()
      return { requestId: randomUUID(), subject: `send ${round}.${index}`, from, to: pair(), answered: false }
    })
    sends.push(...fresh)
    let firstAnswer: (() => void) | undefined
    const begun = new Promise<void>((resolve) => {
      firstAnswer = resolve
    })
    const started = performance.now()
    const before = acknowledged.size
    const work = Promise.all([
      ...Array.from({ length: DELIVERIES }, async (_, index) => {
        const subject = `smtp ${round}.${index}`
        const to = pair()
        if (!(await deliver(server, subject, to))) return
        acknowledged.set(subject, to)
        firstAnswer?.()
      }),
      ...[...retried, ...fresh].map(async (one) => {
        if (await send(server, tokens, one)) one.answered = true
      }),
    ])
    await begun
    await wait(randomInt(20, 500))
    const killedAt = Math.round(performance.now() - started)
    await end(server, 'SIGKILL')
    await work
    await report(String(round), String(killedAt), acknowledged.size - before, false)
  }

  const server = await startServer()
  for (const one of sends.filter(({ answered }) => !answered)) one.answered = await send(server, tokens, one)
  await wait(HELD_MS)
  await end(server, 'SIGTERM')
  await report('at the end', '-', sends.length, true)
} finally {
  if (failures === 0) await rm(folder, { recursive: true, force: true })
  else console.log(`What is left stands in ${folder}`)
}
console.log(failures === 0 ? 'Nothing lost, doubled or damaged.' : `${failures} violations.`)
process.exitCode = failures === 0 ? 0 : 1
