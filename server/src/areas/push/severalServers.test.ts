import { CATCH_UP_CHANGES } from '@yanshu/contracts'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { APPLICATION_NAME } from '../../platform/push/postgresEvents.ts'
import { transact } from '../../store/database/transact.ts'
import { newestChange } from '../../store/mailbox/changesSince.ts'
import { announceChanges } from '../../store/mailbox/index.ts'
import { putMail, putMailIn } from '../../testing/putMail.ts'
import { randomFrom } from '../../testing/random.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { TestWindow } from '../../testing/testWindow.ts'

/** Longer than a server needs to notice by itself what it was not notified of. */
const QUIET = { timeout: 20_000, interval: 50 }

let servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.reverse()) await server.stop()
  servers = []
})

/** Two servers on one PostgreSQL and one data folder. */
async function startTwo() {
  const first = await startTestServer({ engine: 'postgres' })
  servers.push(first)
  const { database, dataFolder } = first.context.config
  const second = await startTestServer({ engine: 'postgres', database, dataFolder })
  servers.push(second)
  return { first, second, database }
}

async function expectEqual(windows: readonly TestWindow[], newest: number): Promise<void> {
  await vi.waitFor(() => {
    for (const window of windows) if (window.seq < newest) throw new Error(`${window.seq} of ${newest}`)
  }, QUIET)
  const [one] = windows
  const fresh = await one?.fresh()
  for (const window of windows) {
    await window.settled()
    expect(window.shown()).toEqual(fresh)
  }
}

/** Ends the connections by which the servers are notified of each other's changes. Answers how many there were. */
async function killListeners(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
    [APPLICATION_NAME],
  )
  await client.end()
  return rowCount ?? 0
}

let named = 0

/** Everything that a person and the world do to a mailbox, at random, on either server. */
function actionsOn(
  random: ReturnType<typeof randomFrom>,
  server: () => TestServer,
  client: () => TestClient,
  id: number,
) {
  const folders = async () => {
    const { folderList, customList } = await client().get('mail/main/folder/list')
    return [...folderList, ...customList]
  }
  const labels = async () => (await client().get('mail/main/label/list')).labelList.map((one) => one.labelId)
  const mails = () =>
    server()
      .context.store.db.selectFrom('mail')
      .select(['id', 'uid', 'folder_id'])
      .where('account_id', '=', id)
      .execute()
  const few = async () => {
    const all = (await mails()).map((mail) => mail.id)
    return Array.from({ length: 1 + random.below(3) }, () => random.pick(all))
  }
  const many = async () => (await mails()).map((mail) => mail.id)
  const name = () => `名${named++}`
  const arrive = async () => {
    const { context } = server()
    await putMail(context, id, { subject: name(), seen: random.below(2) === 0 })
    announceChanges(context, [id])
  }
  const often: (() => Promise<unknown>)[] = [
    arrive,
    async () => client().post('mail/email/seen/update', { mailIds: await few(), seen: random.below(2) === 0 }),
    async () => client().post('mail/email/color/update', { mailIds: await few(), color: random.below(8) }),
    async () => client().post('mail/email/sticky/update', { mailIds: await few(), sticky: random.below(2) === 0 }),
    async () => client().post('mail/email/recoverableDelete', { mailIds: await few() }),
    async () => client().post('mail/email/recoverEmail', { mailIds: await few() }),
    async () => {
      const all = await folders()
      const one = random.pick(await mails())
      const target = random.pick(all.filter((folder) => folder.role !== 'drafts')).folderId
      await client().post('mail/email/move', {
        mailboxId: one.folder_id,
        targetMailboxId: target,
        mailUids: [one.uid],
      })
    },
    async () => {
      const all = await labels()
      if (all.length > 0) {
        await client().post('mail/email/label/update', {
          mailIds: await few(),
          add: random.some(all),
          remove: random.some(all),
        })
      }
    },
  ]
  const seldom: (() => Promise<unknown>)[] = [
    async () => client().post('mail/email/delete', { mailIds: (await few()).slice(0, 1) }),
    async () => client().post('mail/email/seen/update', { mailIds: await many(), seen: random.below(2) === 0 }),
    async () => client().post('mail/email/recoverableDelete', { mailIds: await many() }),
    async () => client().post('mail/email/recoverEmail', { mailIds: await many() }),
    async () => client().post('mail/main/folder/save', { folderName: name() }),
    async () => {
      const custom = (await folders()).filter((folder) => folder.role === 'custom')
      if (custom.length > 2) {
        await client().post('mail/main/folder/delete/password', { folderId: random.pick(custom).folderId })
      }
    },
    async () => client().post('mail/main/label/save', { labelName: name() }),
    async () => {
      const all = await labels()
      if (all.length > 3) await client().post('mail/main/label/delete', { labelId: random.pick(all) })
    },
    async () => client().post('mail/main/generalConfig/save', { mailCount: random.pick([15, 20, 30, 50, 100]) }),
  ]
  return { arrive, any: () => random.pick(random.below(10) === 0 ? seldom : often)() }
}

test('given 1,000 random changes over two servers and sockets that are cut, then every window equals a fresh read', async () => {
  const random = randomFrom(20_261_122)
  const { first, second } = await startTwo()
  const id = await first.addUser('zhang.wei')
  const clients = [await first.login('zhang.wei'), await second.login('zhang.wei')] as const
  const [client] = clients
  let turn = 0
  const actions = actionsOn(
    random,
    () => servers[turn] ?? first,
    () => clients[turn] ?? client,
    id,
  )
  await transact(first.context, async (trx) => {
    for (let n = 0; n < 70; n++) await putMailIn(trx, first.context, id, { subject: `旧${n}` })
  })
  const newestNow = () => newestChange(first.context, id)
  const windows: TestWindow[] = []
  for (let n = 0; n < 5; n++) {
    const window = new TestWindow(clients[n % 2] ?? client)
    await window.start(await newestNow())
    windows.push(window)
  }
  const begun = await newestNow()
  const [shortAway, longAway, ...others] = windows as [TestWindow, TestWindow, ...TestWindow[]]
  /** What each window has missed at most, between two of its connections. */
  const missed = new Map<TestWindow, number>()
  const reopen = async (window: TestWindow) => {
    const lost = (await newestNow()) - window.seq
    missed.set(window, Math.max(lost, missed.get(window) ?? 0))
    await window.open()
  }
  longAway.cut()
  let newest = begun
  while (newest < begun + 1_000) {
    turn = random.below(2)
    await actions.any()
    newest = await newestNow()
    if (random.below(5) === 0) random.pick(others).cut()
    for (const window of others) if (!window.isOpen && random.below(12) === 0) await reopen(window)
    if (shortAway.isOpen && newest > begun + 500) shortAway.cut()
  }
  for (const window of windows) if (!window.isOpen) await reopen(window)
  await expectEqual(windows, await newestNow())
  expect(missed.get(longAway)).toBeGreaterThanOrEqual(1_000)
  expect(longAway.reloads).toBe(1)
  expect(missed.get(shortAway)).toBeGreaterThan(CATCH_UP_CHANGES / 2)
  for (const window of windows) {
    if ((missed.get(window) ?? 0) < CATCH_UP_CHANGES) expect(window.reloads).toBe(0)
  }
}, 600_000)

const PEOPLE = 20
/** Windows of each person on each server. */
const WINDOWS = 10

test('given 200 windows on each of two servers and a listening connection that is killed twenty times, then none misses a change', async () => {
  const random = randomFrom(7)
  const { first, second, database } = await startTwo()
  const people: { id: number; clients: [TestClient, TestClient]; windows: TestWindow[] }[] = []
  for (let n = 0; n < PEOPLE; n++) {
    const id = await first.addUser(`person${n}`)
    const clients: [TestClient, TestClient] = [await first.login(`person${n}`), await second.login(`person${n}`)]
    const windows = clients.flatMap((client) => Array.from({ length: WINDOWS }, () => new TestWindow(client)))
    const [one, ...others] = windows as [TestWindow, ...TestWindow[]]
    await one.start(0)
    await Promise.all(others.map((window) => window.startAs(one)))
    people.push({ id, clients, windows })
  }
  let killed = 0
  for (let round = 0; round < 20; round++) {
    for (let n = 0; n < 5; n++) {
      const { id, clients } = random.pick(people)
      const turn = random.below(2)
      const actions = actionsOn(
        random,
        () => (turn === 0 ? first : second),
        () => clients[turn] ?? clients[0],
        id,
      )
      await actions.arrive()
      await actions.any()
    }
    // One at least is back by the next round; the other may still be trying.
    await vi.waitFor(async () => {
      const count = await killListeners(database)
      if (count === 0) throw new Error('nobody listens')
      killed += 1
    }, QUIET)
  }
  expect(killed).toBe(20)
  for (const { windows, id } of people) {
    await expectEqual(windows, await newestChange(first.context, id))
    for (const window of windows) expect(window.reloads).toBe(0)
  }
}, 600_000)

test('given two servers, then an open event reaches the windows of both, and one too long does not stop the next', async () => {
  const { first, second } = await startTwo()
  const id = await first.addUser('zhang.wei')
  const sockets = [await (await first.login('zhang.wei')).socket(), await (await second.login('zhang.wei')).socket()]
  const event = { optType: 'event' as const, name: 'calendar.changed', data: { ids: [7] } }
  first.context.events.publish(id, { ...event, name: `calendar.${'x'.repeat(9_000)}` })
  first.context.events.publish(id, event)
  const [here, there] = sockets
  expect(await here?.next()).toMatchObject({ name: expect.stringContaining('xxx') })
  expect(await here?.next()).toEqual(event)
  expect(await there?.next()).toEqual(event)
  for (const socket of sockets) socket.close()
})
