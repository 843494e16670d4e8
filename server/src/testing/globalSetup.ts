import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openStore } from '../store/database/open.ts'
import { enlargePostgres } from './plans/postgresPlans.ts'
import { startPostgresServer } from './postgresServer.ts'
import { temporaryRoot } from './temporaryRoot.ts'
import { createDatabase } from './testDatabase.ts'

/**
 * Makes a store at the newest schema on each engine, of which the tests take copies, and starts one PostgreSQL for all
 * server tests of a run, unless `YANSHU_TEST_POSTGRES` names one. One database in it has the statistics of a large
 * organisation; the plans of all statements are asked of it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-template-'))
  const file = path.join(folder, 'yanshu.db')
  await (await openStore(file)).close()
  // The workers that run the tests inherit it, and all that is named below.
  process.env.YANSHU_TEST_SQLITE_TEMPLATE = file
  const stopPostgres = process.env.YANSHU_TEST_POSTGRES ? null : await startPostgres()
  return async () => {
    delete process.env.YANSHU_TEST_SQLITE_TEMPLATE
    rmSync(folder, { recursive: true, force: true })
    await stopPostgres?.()
  }
}

async function startPostgres(): Promise<() => Promise<void>> {
  const server = await startPostgresServer()
  process.env.YANSHU_TEST_POSTGRES = server.address
  const template = 'yanshu_template'
  const store = await openStore(await createDatabase(server.address, template))
  await store.close()
  process.env.YANSHU_TEST_TEMPLATE = template
  const planned = await createDatabase(server.address, 'yanshu_plans', template)
  await enlargePostgres(planned)
  process.env.YANSHU_TEST_PLANS = planned
  return async () => {
    delete process.env.YANSHU_TEST_POSTGRES
    delete process.env.YANSHU_TEST_TEMPLATE
    delete process.env.YANSHU_TEST_PLANS
    await server.stop()
  }
}
