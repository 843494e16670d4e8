import { expect, test } from 'vitest'
import { vapidKeys } from '../areas/web-push/vapidKeys.ts'
import { seal, unseal } from '../platform/secrets/serverKey.ts'
import { engines } from '../testing/testDatabase.ts'
import { startTestServer } from '../testing/testServer.ts'
import { runYanshu } from '../testing/yanshuCommand.ts'

test.each(engines)(
  'another key of the system seals anew what the store keeps, and a server that runs opens it, on %s',
  async (engine) => {
    const server = await startTestServer({ engine, still: true })
    try {
      const { context } = server
      const { config, store } = context
      const id = await server.addUser('li.na')
      const sealed = await seal(config, `totp:${id}`, 'GEZDGNBVGY3TQOJQ')
      await store.db.insertInto('second_factor').values({ account_id: id, totp_secret: sealed }).execute()
      const before = await vapidKeys(context)
      const yanshu = (...args: string[]) => runYanshu(config, ['server-key', ...args])

      const renewed = await yanshu('renew')
      expect(renewed).toMatchObject({ code: 0 })
      expect(renewed.out).toContain('Key 2 seals from now on; 2 secrets')
      expect((await yanshu('list')).out).toBe('2\n1\n')
      const { totp_secret } = await store.db.selectFrom('second_factor').select('totp_secret').executeTakeFirstOrThrow()
      expect(totp_secret).toMatch(/^sealed2\.2\./)
      expect(await unseal(config, `totp:${id}`, totp_secret ?? '')).toBe('GEZDGNBVGY3TQOJQ')
      expect(await vapidKeys(context)).toEqual(before)
      // What was sealed by the key of before opens too, as in a backup.
      expect(await unseal(config, `totp:${id}`, sealed)).toBe('GEZDGNBVGY3TQOJQ')
    } finally {
      await server.stop()
    }
  },
  120_000,
)
