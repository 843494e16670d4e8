import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OperatorError } from '../../platform/errors/operatorError.ts'
import { catalogOf } from '../../testing/catalogOf.ts'
import { ask, makeLanded } from '../../testing/landedStore.ts'
import { engines, makeTestDatabase } from '../../testing/testDatabase.ts'
import { inspectStore } from './inspectStore.ts'
import { openStore } from './open.ts'

test.each(engines)(
  'given a store from before the baseline, then it goes on with its mails and has the schema of a new one, on %s',
  async (engine) => {
    const { database, folder, forget } = await makeLanded(engine)
    const { address } = database
    const mails = 'select cast(id as text) as id, cast(sort_key as text) as sort_key from mail order by id'
    const before = await ask(engine, address, mails)
    expect(before).toHaveLength(2)
    expect((await inspectStore(address)).stepsToMake).toBeGreaterThan(0)
    await (await openStore(address)).close()

    expect(await ask(engine, address, mails)).toEqual(before)
    // Also the mail that an older index had.
    expect(
      await ask(engine, address, 'select cast(sort_key as text) as sort_key from mail_to_index order by sort_key'),
    ).toEqual(before.map(({ sort_key }) => ({ sort_key })))
    const fresh = await makeTestDatabase(engine, await mkdtemp(path.join(folder, 'fresh-')))
    const steps = 'select name from kysely_migration order by name'
    expect(await ask(engine, address, steps)).toEqual(await ask(engine, fresh.address, steps))
    expect(await catalogOf(engine, address)).toEqual(await catalogOf(engine, fresh.address))
    await fresh.drop()
    expect(await inspectStore(address)).toMatchObject({ stepsToMake: 0, replaced: [] })
    await (await openStore(address)).close()
    await forget()
  },
)

test.each(engines)(
  'given a store from before the baseline whose upgrade fails, then it is as before and the next one succeeds, on %s',
  async (engine) => {
    const { database, forget } = await makeLanded(engine)
    const { address } = database
    const before = await catalogOf(engine, address)
    // In the way of the last step.
    await ask(engine, address, 'drop index mail_to_index_of_account')
    await expect(openStore(address)).rejects.toThrow()
    await ask(engine, address, 'create index mail_to_index_of_account on mail_to_index (account_id, in_old_index)')
    expect(await catalogOf(engine, address)).toEqual(before)
    await (await openStore(address)).close()
    await forget()
  },
)

test('given a store that is older than that, or lacks a step between others, then it is refused in a sentence', async () => {
  const { database, forget } = await makeLanded('sqlite')
  const { address } = database
  await ask('sqlite', address, "delete from kysely_migration where name >= '0130'")
  const older = /older than what this version goes on from \(its newest step is “0128_muted_threads”\)/
  await expect(inspectStore(address)).rejects.toThrow(older)
  await expect(openStore(address)).rejects.toThrow(OperatorError)
  await forget()

  const other = await makeLanded('sqlite')
  await (await openStore(other.database.address)).close()
  await ask('sqlite', other.database.address, "delete from kysely_migration where name = '0150_live_servers'")
  await expect(openStore(other.database.address)).rejects.toThrow(/it lacks the step “0150_live_servers” and has later/)
  await other.forget()
})
