import { createHook } from 'node:async_hooks'
import { argon2Sync } from 'node:crypto'
import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPassword } from '../../store/accounts/accounts.ts'
import { hashPassword } from '../../store/accounts/password.ts'
import type { Answer } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

/** Log-ins of a place that are checked before the account has to wait. */
const FREE_TRIES = 5

/** Counts how many passwords were compared while `work` ran, and how many side by side. */
async function countComparisons(
  work: (begun: () => number) => Promise<unknown>,
): Promise<{ all: number; atOnce: number }> {
  const running = new Set<number>()
  let all = 0
  let atOnce = 0
  const hook = createHook({
    init(id, type) {
      if (type !== 'ARGON2REQUEST') return
      all++
      running.add(id)
      atOnce = Math.max(atOnce, running.size)
    },
    after: (id) => void running.delete(id),
  }).enable()
  try {
    await work(() => all)
  } finally {
    hook.disable()
  }
  return { all, atOnce }
}

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const hashOfPeople = hashPassword(TEST_PASSWORD)

describe.each(engines)('guessing passwords, on %s', (engine) => {
  let server: TestServer
  /** Behind one proxy, which names the last address of X-Forwarded-For. */
  let behindProxy: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    behindProxy = await startTestServer({ engine, trustProxy: 1 })
    server.stopClock()
    behindProxy.stopClock()
  })
  afterAll(async () => {
    await server.stop()
    await behindProxy.stop()
  })

  /** A person whose password takes as long to compare as those that people choose. */
  const addPerson = async (to: TestServer, local: string): Promise<number> => {
    const id = await to.addUser(local)
    await to.context.store.db
      .updateTable('account')
      .set({ password_hash: await hashOfPeople })
      .where('id', '=', id)
      .execute()
    return id
  }
  const tryAt = (to: TestServer, account: string, password: string, forwarded?: string): Promise<Answer> =>
    to.anybody.raw('POST', 'mail/apilogin/userLogin', {
      body: { account, password },
      ...(forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
    })
  const statusesOf = (answers: readonly Answer[]) => {
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  test('given two hundred guesses at the same moment, then five are checked and the others have to wait', async () => {
    await addPerson(server, 'target')
    let answers: Answer[] = []
    const compared = await countComparisons(async () => {
      answers = await times(200, (index) => tryAt(server, 'target', `wrong-${index}`))
    })
    expect(statusesOf(answers)).toEqual({ 401: FREE_TRIES, 429: 200 - FREE_TRIES })
    expect(compared).toEqual({ all: FREE_TRIES, atOnce: 2 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.envelope.code).toBe(Code.tooManyRequests)
    expect((await tryAt(server, 'target', TEST_PASSWORD)).status).toBe(429)
    server.wait(5_000)
    expect((await tryAt(server, 'target', TEST_PASSWORD)).status).toBe(200)
  })

  test('given an office behind one address where one person guesses at everybody, then a colleague logs in', async () => {
    await addPerson(server, 'colleague')
    for (let guess = 0; guess < 6; guess++) await times(4, (who) => tryAt(server, `desk-${who}`, 'wrong'))
    await times(40, (who) => tryAt(server, `sprayed-${who}`, 'wrong'))
    expect((await tryAt(server, 'colleague', TEST_PASSWORD)).status).toBe(200)
  })

  test('given twenty people of an office who log in at the same moment, then all get in, two compared at a time', async () => {
    for (let who = 0; who < 20; who++) await addPerson(server, `morning-${who}`)
    let answers: Answer[] = []
    const compared = await countComparisons(async () => {
      answers = await times(20, (who) => tryAt(server, `morning-${who}`, TEST_PASSWORD))
    })
    expect(statusesOf(answers)).toEqual({ 200: 20 })
    expect(compared).toEqual({ all: 20, atOnce: 2 })
  })

  test('given right passwords again and again, then nothing is counted against anybody', async () => {
    await addPerson(server, 'frequent')
    for (let round = 0; round < 4 * FREE_TRIES; round++) await server.login('frequent')
    const left = await server.context.store.db
      .selectFrom('throttle')
      .select(['scope', 'count'])
      .where('scope', 'like', 'login:frequent@%')
      .where('count', '>', 0)
      .execute()
    expect(left).toEqual([])
  })

  test('given an account that does not exist, then it is answered after as many comparisons as a wrong password', async () => {
    await addPerson(server, 'existing')
    const unknown = await countComparisons(() => tryAt(server, 'not-there', 'wrong'))
    const wrong = await countComparisons(() => tryAt(server, 'existing', 'wrong'))
    expect(unknown).toEqual(wrong)
    expect(unknown.all).toBe(1)
    const [ofUnknown, ofExisting] = await Promise.all(
      ['not-there', 'existing'].map((account) => times(10, () => tryAt(server, account, 'wrong'))),
    )
    expect(statusesOf(ofUnknown ?? [])).toEqual(statusesOf(ofExisting ?? []))
  })

  test('given guesses from many places, then the account waits a minute at most, and its owner not at all', async () => {
    await addPerson(behindProxy, 'famous')
    const home = '192.0.2.1'
    expect((await tryAt(behindProxy, 'famous', TEST_PASSWORD, home)).status).toBe(200)
    const from = (index: number) => `2001:db8:${index.toString(16)}::1`
    expect(statusesOf(await times(40, (index) => tryAt(behindProxy, 'famous', 'wrong', from(index))))).toEqual({
      401: 20,
      429: 20,
    })
    const elsewhere = await tryAt(behindProxy, 'famous', TEST_PASSWORD, '192.0.2.77')
    expect(Number(elsewhere.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await tryAt(behindProxy, 'famous', TEST_PASSWORD, home)).status).toBe(200)
  })

  test('given a password that is changed while the old one is compared, then the old one opens no login', async () => {
    const id = await addPerson(server, 'changing')
    const { db } = server.context.store
    await db
      .updateTable('account')
      .set({ password_hash: slowHash(TEST_PASSWORD) })
      .where('id', '=', id)
      .execute()
    let answer: Promise<Answer> | undefined
    await countComparisons(async (compared) => {
      answer = tryAt(server, 'changing', TEST_PASSWORD)
      await expect.poll(compared).toBe(1)
    })
    await setPassword(server.context, 'changing@yanshu.test', 'Grey-Heron-9')
    expect((await answer)?.status).toBe(401)
    expect(await db.selectFrom('session').select('id').where('account_id', '=', id).execute()).toEqual([])
    expect((await tryAt(server, 'changing', 'Grey-Heron-9')).status).toBe(200)
  })

  // Which address a call comes from is decided before the store is asked.
  if (engine !== engines[0]) return

  test('given no proxy, then a forged X-Forwarded-For does not choose who is counted', async () => {
    const answers = await times(30, (index) => tryAt(server, 'forged', 'wrong', `198.51.100.${index}`))
    expect(statusesOf(answers)).toEqual({ 401: FREE_TRIES, 429: 25 })
  })

  test('given one proxy, then what the client wrote before it is not believed', async () => {
    await addPerson(behindProxy, 'victim')
    const guess = (index: number) => `198.51.100.${index}, 203.0.113.9`
    const answers = await times(30, (index) => tryAt(behindProxy, 'victim', 'wrong', guess(index)))
    expect(statusesOf(answers)).toEqual({ 401: FREE_TRIES, 429: 25 })
    // The owner, from an address of their own, even if the guesser has named it.
    expect((await tryAt(behindProxy, 'victim', TEST_PASSWORD, '198.51.100.3')).status).toBe(200)
  })

  test('given the networks of the proxies, then the first address outside of them is counted', async () => {
    const named = await startTestServer({ engine, trustProxy: ['127.0.0.1', '10.0.0.0/8'] })
    named.stopClock()
    try {
      const from = (index: number) => `198.51.100.${index}, 203.0.113.9, 10.1.2.3`
      const answers = await times(10, (index) => tryAt(named, 'somebody', 'wrong', from(index)))
      expect(statusesOf(answers)).toEqual({ 401: FREE_TRIES, 429: 5 })
    } finally {
      await named.stop()
    }
  })
})

/** A stored password that takes some ten times longer to compare than one of ours. */
function slowHash(password: string): string {
  const nonce = Buffer.alloc(16, 1)
  const settings = { memory: 19_456, passes: 40, parallelism: 1, tagLength: 32 }
  const hash = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...settings })
  return `argon2id$m=19456,t=40,p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`
}
