import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { forgetOldTickets, ticketKind } from './tickets.ts'

const keys = ticketKind('test-key', z.object({ door: z.string() }), 60_000)
const others = ticketKind('test-other', z.object({ door: z.string() }), 60_000)
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))

describe.each(engines)('secrets that are brought back, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
  })
  afterAll(() => server.stop())

  test('of twenty who bring the same secret, one gets what it stands for', async () => {
    const { context } = server
    const token = await keys.issue(context, { data: { door: 'north' } })
    const taken = await times(20, () => keys.take(context, token))
    expect(taken.filter((one) => one !== null)).toMatchObject([{ data: { door: 'north' } }])
  })

  test('twenty tries at the same moment are five tries', async () => {
    const { context } = server
    const token = await keys.issue(context, { data: { door: 'south' } })
    const tried = await times(20, () => keys.attempt(context, token, 5))
    expect(tried.filter((one) => one !== null)).toHaveLength(5)
    expect(await keys.attempt(context, token, 5)).toBeNull()
  })

  test('a secret of one purpose counts for no other, and the store does not keep it', async () => {
    const { context } = server
    const token = await keys.issue(context, { data: { door: 'east' } })
    expect(await others.read(context, token)).toBeNull()
    const kept = JSON.stringify(await context.store.db.selectFrom('ticket').selectAll().execute())
    expect(kept).not.toContain(token)
  })

  test('its time ends, and it is swept away', async () => {
    const { context } = server
    const token = await keys.issue(context, { data: { door: 'west' } })
    server.wait(60_001)
    expect(await keys.read(context, token)).toBeNull()
    expect(await keys.attempt(context, token, 5)).toBeNull()
    expect(await keys.take(context, token)).toBeNull()
    await forgetOldTickets(context)
    expect(await context.store.db.selectFrom('ticket').selectAll().execute()).toEqual([])
  })

  test('of two who change what they have read, one does; a secret with a name is replaced', async () => {
    const { context } = server
    await keys.issue(context, { data: { door: 'old' }, token: 'named' })
    await keys.issue(context, { data: { door: 'shut' }, token: 'named' })
    const seen = await keys.read(context, 'named')
    if (!seen) throw new Error('there is no such ticket')
    const [one, two] = [
      keys.replace(context, 'named', seen, { door: 'a' }),
      keys.replace(context, 'named', seen, { door: 'b' }),
    ]
    expect([await one, await two].filter(Boolean)).toHaveLength(1)
  })
})
