import { openStore } from '../store/database/open.ts'
import { startPostgresServer } from './postgresServer.ts'
import { createDatabase } from './testDatabase.ts'

/**
 * Starts one PostgreSQL for all server tests of a run, unless `YANSHU_TEST_POSTGRES` names one, with a database at the
 * newest schema in it, of which the tests take copies.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.YANSHU_TEST_POSTGRES) return undefined
  const server = await startPostgresServer()
  // The workers that run the tests inherit it.
  process.env.YANSHU_TEST_POSTGRES = server.address
  const template = 'yanshu_template'
  const store = await openStore(await createDatabase(server.address, template))
  await store.close()
  process.env.YANSHU_TEST_TEMPLATE = template
  return async () => {
    delete process.env.YANSHU_TEST_POSTGRES
    delete process.env.YANSHU_TEST_TEMPLATE
    await server.stop()
  }
}
