import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asUrgentCall } from '../../platform/urgentCall.ts'
import { engines, makeTestDatabase } from '../../testing/testDatabase.ts'
import { openStore, type Store } from './open.ts'

const CONNECTIONS = 10

async function open(connection = 10_000): Promise<Store> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-urgent-'))
  const database = await makeTestDatabase('postgres', folder)
  const store = await openStore(database.address, { connection })
  onTestFinished(async () => {
    await store.close()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  return store
}

/** Holds every connection until it is ended. */
async function holdAll({ db }: Store): Promise<() => Promise<void>> {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun = Array.from({ length: CONNECTIONS }, () => Promise.withResolvers<void>())
  const all = begun.map((one) =>
    db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      one.resolve()
      await end
    }),
  )
  await Promise.all(begun.map(({ promise }) => promise))
  return async () => {
    resolve()
    await Promise.all(all)
  }
}

/** Notes its name as soon as it has a connection. */
function ask({ db }: Store, name: string, served: string[]): Promise<unknown> {
  return db.connection().execute(async () => served.push(name))
}

test.runIf(engines.includes('postgres'))(
  'given calls that wait for a connection, then those of a letter get theirs before those that came first',
  async () => {
    const store = await open()
    const endAll = await holdAll(store)
    const served: string[] = []
    const lists = Array.from({ length: 30 }, (_, at) => ask(store, `list ${at}`, served))
    // The figures that an operator's monitor reads.
    await expect
      .poll(() => store.pools()[0])
      .toEqual({ name: 'calls', size: CONNECTIONS, inUse: CONNECTIONS, waiting: 30 })
    const letter = new Promise<unknown>((resolve, reject) => {
      asUrgentCall(() => {
        // Asked after an earlier answer, as a letter does.
        void Promise.resolve()
          .then(() => ask(store, 'letter', served))
          .then(resolve, reject)
      })
    })
    await endAll()
    await Promise.all([...lists, letter])
    expect(served[0]).toBe('letter')
    expect(served.slice(1)).toEqual(Array.from({ length: 30 }, (_, at) => `list ${at}`))
  },
)

test.runIf(engines.includes('postgres'))(
  'given a call that waits for a connection for too long, then it fails, and its turn is not lost to others',
  async () => {
    const store = await open(300)
    const endAll = await holdAll(store)
    const served: string[] = []
    await expect(ask(store, 'late', served)).rejects.toThrow('timeout exceeded')
    await endAll()
    await Promise.all(Array.from({ length: 3 * CONNECTIONS }, (_, at) => ask(store, `list ${at}`, served)))
    expect(served).toHaveLength(3 * CONNECTIONS)
  },
)
