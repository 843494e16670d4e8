import { startPostgresServer } from './postgresServer.ts'

/** Starts one PostgreSQL for all server tests of a run, unless `YANSHU_TEST_POSTGRES` names one. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.YANSHU_TEST_POSTGRES) return undefined
  const server = await startPostgresServer()
  // The workers that run the tests inherit it.
  process.env.YANSHU_TEST_POSTGRES = server.address
  return async () => {
    delete process.env.YANSHU_TEST_POSTGRES
    await server.stop()
  }
}
