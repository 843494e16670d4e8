import path from 'node:path'
import { ApiClient } from '../bench/apiClient.ts'
import type { ServerProcess } from '../bench/serverProcess.ts'
import { smtpSender } from '../bench/smtpLoad.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { OLD_ADDRESS, OLD_PASSWORD, oldFolders, startOldDovecot } from './oldDovecot.ts'
import { PASSWORD } from './people.ts'

const MEMORY_EVERY_MS = 200
const DELIVERIES = 200
const PATIENCE_MS = 30 * 60_000
const MIB = 1_048_576

interface RateOptions {
  readonly server: ServerProcess
  /** The mailbox that is brought into, and another one that gets mail meanwhile. */
  readonly into: string
  readonly other: string
  readonly certificate: string
  readonly mails: number
}

/** Prints how fast mail comes from a Dovecot beside this server, what memory it needs, and what deliveries wait meanwhile. */
export async function measureMigration(
  run: InteropRun,
  { server, into, other, certificate, mails }: RateOptions,
): Promise<void> {
  const dovecot = await startOldDovecot(path.join(run.folder, 'dovecot-rate'), oldFolders(mails))
  run.atEnd(() => dovecot.stop())
  const client = await ApiClient.logIn(server.url, into, PASSWORD)
  const login = {
    ...{ host: '127.0.0.1', port: dovecot.port, security: 'tls' as const, login: 'password' as const, certificate },
    ...{ user: OLD_ADDRESS, password: OLD_PASSWORD },
  }
  const { folders } = await client.post('mail/mailMig/test', login)
  const quiet = await deliver(server, other, DELIVERIES)
  const before = server.memory()
  const memory = watchMemory(() => server)
  const begun = performance.now()
  await client.post('mail/mailMig/save', { server: login, paths: folders.map(({ path: one }) => one) })
  const meanwhile = await deliver(server, other, DELIVERIES)
  await until(
    'all is brought',
    async () => (await client.get('mail/mailMig/get')).list[0]?.state === 'finished',
    PATIENCE_MS,
  )
  const seconds = (performance.now() - begun) / 1_000
  memory.stop()
  console.log(
    `   ${mails} mails in ${seconds.toFixed(1)} s: ${Math.round(mails / seconds)} a second; memory ${Math.round(before / MIB)} MB before, ${memory.mostMegabytes()} MB at most`,
  )
  console.log(
    `   A delivery, median and 95 %: ${shown(quiet)} before, ${shown(meanwhile)} while mail is brought (milliseconds)`,
  )
}

/** The most memory that a server, or those that came in its place, has held since. */
export function watchMemory(server: () => ServerProcess): { mostMegabytes: () => number; stop: () => void } {
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, memoryOf(server()))
  }, MEMORY_EVERY_MS)
  return { mostMegabytes: () => Math.round(most / MIB), stop: () => clearInterval(watching) }
}

/** One that was killed a moment ago has none. */
function memoryOf(server: ServerProcess): number {
  try {
    return server.memory() || 0
  } catch {
    return 0
  }
}

const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  return `${at(0.5)} / ${at(0.95)}`
}

/** Delivers mails one after the other; answers how long each took, in milliseconds. */
async function deliver({ smtpPort }: ServerProcess, to: string, count: number): Promise<number[]> {
  const sender = await smtpSender(smtpPort)
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const begun = performance.now()
    const raw = Buffer.from(`From: a@elsewhere.example\r\nTo: ${to}\r\nSubject: beside ${at}\r\n\r\nx\r\n`)
    await sender.deliver('a@elsewhere.example', to, raw)
    times.push(performance.now() - begun)
  }
  sender.close()
  return times
}
