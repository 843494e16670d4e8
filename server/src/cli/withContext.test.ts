import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('a command that upgrades the database writes so first, and once', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  const list = async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, 'user', 'list'], { from: 'user' })
      return err.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      out.mockRestore()
      err.mockRestore()
    }
  }
  try {
    expect(await list()).toBe('')
    await sql`drop index correspondent_heard`.execute(server.context.store.db)
    await sql`delete from kysely_migration where name = '0086_heard_domains'`.execute(server.context.store.db)
    expect(await list()).toContain('this command upgrades it first (1 steps)')
    expect(await list()).toBe('')
  } finally {
    await server.stop()
  }
})
