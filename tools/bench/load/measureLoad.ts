import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Results, Unit } from '../measurement.ts'
import { copyOf } from '../prepare.ts'
import type { Say } from '../say.ts'
import { type ServerProcess, startServer } from '../serverProcess.ts'
import { CALLS, CallCounts } from './callCounts.ts'
import { deliverFor, FreshMails } from './deliverFor.ts'
import { type LoggedIn, logInAll, prepareLoad } from './loadStore.ts'
import type { LoadName } from './loads.ts'
import { mailsOf, readWhile, workFor } from './people.ts'

const MAILS = 100_000
const LOAD_MS = 30_000
const CONNECTIONS = 50
const READERS = 4
const READ_EVERY_MS = 30
/** For the first deliveries and calls V8 compiles their code on a second processor. */
const WARM_UP_MS = 5_000
const TEAMS = [300, 500]
const MANY_DELIVERIES = 10_000
const REST_MS = 60_000
/** A letter leaves ten seconds after it was sent. */
const LETTERS_ARRIVE_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 2_000
const MIB = 1_024 * 1_024

interface Scene {
  readonly server: ServerProcess
  readonly everybody: readonly LoggedIn[]
  readonly results: Results
  readonly say: Say
}

/**
 * Searches, lists, opened mails, marks and letters while mail comes in over fifty connections, and while hundreds of people
 * work; then what the server holds after ten thousand deliveries.
 */
export async function measureLoads(
  loads: readonly LoadName[],
  address: string | null,
  results: Results,
  say: Say,
): Promise<void> {
  const prepared = await prepareLoad(MAILS, address, say)
  const folder = await copyOf(prepared, 'load')
  try {
    const everybody = await logInAll(folder, address)
    const nodeOptions = (process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter((one) => one !== '')
    // Nothing asks for the client's files.
    const environment = { YANSHU_CLIENT: '', ...(address === null ? {} : { DATABASE_URL: address }) }
    const server = await startServer(folder, nodeOptions, environment)
    const scene = { server, everybody, results, say }
    try {
      if (loads.includes('deliveries')) await measureBesideDeliveries(scene)
      if (loads.includes('people')) for (const people of TEAMS) await measurePeopleAtWork(scene, people)
      if (loads.includes('memory')) await measureMemory(scene)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = (id: string, title: string, unit: Unit = 'ms', style: 'tail' | 'range' = 'range') => ({
  id: `load.${id}`,
  group: 'Under load',
  title,
  unit,
  style,
})

/** Adds what people waited for, and what it took of the processors. */
function addCounts({ results, say }: Scene, id: string, title: string, counts: CallCounts): void {
  for (const name of CALLS) {
    const waited = counts.waited[name]
    if (waited.length > 0) results.add(row(`${id}.${name}`, `${title}: ${name}`, 'ms', 'tail'), waited)
  }
  const calls = CALLS.reduce((sum, name) => sum + counts.waited[name].length, 0)
  results.add(row(`${id}.calls`, `${title}: calls answered`, 'per second'), [calls / (LOAD_MS / 1_000)])
  results.check(`${title}: calls refused`, 0, counts.refused)
  if (counts.refused > 0) say.line(counts.firstRefusal)
}

async function used<T>({ server, results }: Scene, id: string, title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const before = { server: server.processorMs(), own: process.cpuUsage() }
  const done = await work()
  const seconds = (performance.now() - begun) / 1_000
  const own = process.cpuUsage(before.own)
  results.add(row(`${id}.server`, `${title}: processor time of the server in a second`), [
    (server.processorMs() - before.server) / seconds,
  ])
  results.add(row(`${id}.generator`, `${title}: and of those who make the load, on the same cores`), [
    (own.user + own.system) / 1_000 / seconds,
  ])
  return done
}

async function measureBesideDeliveries(scene: Scene): Promise<void> {
  const { server, everybody, results, say } = scene
  const [owner, other] = everybody
  if (!owner || !other) throw new Error('the prepared store has no people')
  const fresh = new FreshMails(owner.address)
  const before = { owner: await mailsOf(server.url, [owner]), other: await mailsOf(server.url, [other]) }
  const sent = { owner: 0, other: 0 }
  const deliver = async (to: 'owner' | 'other', ms: number) => {
    const { address } = to === 'owner' ? owner : other
    const task = { port: server.smtpPort, to: address, connections: CONNECTIONS, mails: Number.POSITIVE_INFINITY, ms }
    const { delivered, perSecond } = await deliverFor(fresh, task)
    sent[to] += delivered
    return perSecond
  }
  const readers = Array.from({ length: READERS }, () => owner)
  await say.step('Warming up', () =>
    readWhile(server.url, readers, { everyMs: READ_EVERY_MS, counts: new CallCounts() }, () =>
      deliver('other', WARM_UP_MS),
    ),
  )
  const alone = await say.step('Deliveries alone', () =>
    used(scene, 'alone', 'deliveries alone', () => deliver('other', LOAD_MS / 2)),
  )
  results.add(row('alone', 'deliveries alone', 'per second'), [alone])
  for (const to of ['other', 'owner'] as const) {
    const whose = to === 'owner' ? 'the readers’ own mailbox' : 'another mailbox'
    const title = `deliveries to ${whose}, ${READERS} readers`
    const counts = new CallCounts()
    const perSecond = await say.step(title, () =>
      used(scene, to, title, () =>
        readWhile(server.url, readers, { everyMs: READ_EVERY_MS, counts }, () => deliver(to, LOAD_MS)),
      ),
    )
    results.add(row(to, title, 'per second'), [perSecond])
    results.add(row(`${to}.share`, `${title}: share of those alone`, 'percent'), [(100 * perSecond) / alone])
    addCounts(scene, to, title, counts)
  }
  results.check(
    'mails that arrived in the large mailbox',
    before.owner + sent.owner,
    await mailsOf(server.url, [owner]),
  )
  results.check('mails that arrived beside it', before.other + sent.other, await mailsOf(server.url, [other]))
}

async function measurePeopleAtWork(scene: Scene, count: number): Promise<void> {
  const { server, everybody, results, say } = scene
  const all = everybody.slice(2)
  const people = all.slice(0, count)
  const before = await mailsOf(server.url, all)
  const warmed = await workFor(server.url, people, { ms: WARM_UP_MS, counts: new CallCounts() })
  const counts = new CallCounts()
  const title = `${count} people`
  const letters = await say.step(title, () =>
    used(scene, title, title, () => workFor(server.url, people, { ms: LOAD_MS, counts })),
  )
  addCounts(scene, title, title, counts)
  const expected = before + warmed + letters
  const until = performance.now() + LETTERS_ARRIVE_WITHIN_MS
  let arrived = 0
  await say.step('Letters on their way', async () => {
    do {
      await wait(LOOK_AGAIN_MS)
      arrived = await mailsOf(server.url, all)
    } while (arrived !== expected && performance.now() < until)
  })
  results.check(`${title}: letters that arrived`, expected - before, arrived - before)
}

async function measureMemory(scene: Scene): Promise<void> {
  const { server, everybody, results, say } = scene
  const [, other] = everybody
  if (!other) throw new Error('the prepared store has no people')
  const before = await mailsOf(server.url, [other])
  const task = { port: server.smtpPort, to: other.address, connections: CONNECTIONS, ms: Number.POSITIVE_INFINITY }
  const { delivered } = await say.step(`${MANY_DELIVERIES} deliveries`, () =>
    deliverFor(new FreshMails(other.address), { ...task, mails: MANY_DELIVERIES }),
  )
  results.check('mails of the ten thousand that arrived', delivered, (await mailsOf(server.url, [other])) - before)
  addMemory(scene, 'memory.then', `memory after ${MANY_DELIVERIES} deliveries`)
  await say.step('A minute of rest', () => wait(REST_MS))
  addMemory(scene, 'memory.rested', 'memory after a minute of rest')
}

/** What the process holds, and how much of it are pages of files, which the system gives to others when they need room. */
function addMemory({ server, results }: Scene, id: string, title: string): void {
  results.add(row(id, `${title} (RSS)`, 'MiB'), [server.memory() / MIB])
  const files = server.fileMemory()
  if (files !== null) results.add(row(`${id}.files`, `${title}: of it pages of files`, 'MiB'), [files / MIB])
}
