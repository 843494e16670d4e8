import { CHALLENGE_LIFE_MS, Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { solveChallenge, workFor } from '../../testing/solveChallenge.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

describe('challenges at login', () => {
  /** Asks after three failures, as a server does without a setting. */
  let server: TestServer
  let always: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite', loginChallenge: 3 })
    always = await startTestServer({ engine: 'sqlite', loginChallenge: 0 })
    await always.addUser('li.na')
  })
  afterAll(async () => {
    await server.stop()
    await always.stop()
  })

  const logIn = (to: TestServer, account: string, password: string, verifyToken?: string) =>
    to.anybody.raw('POST', 'mail/apilogin/userLogin', { body: { account, password, verifyToken } })

  /** Where the gap is: a person sees it, a test reads it from the moment it was drawn. */
  async function slider() {
    const challenge = await server.anybody.get('verify/code', { loginType: 'slider' })
    if (challenge.kind !== 'slider') throw new Error('another challenge came')
    const rows = await server.context.store.db
      .selectFrom('ticket')
      .select('data')
      .where('purpose', '=', 'challenge')
      .execute()
    const { data } = rows.findLast((one) => JSON.parse(one.data).kind === 'slider') ?? { data: '{}' }
    await server.context.store.db.updateTable('ticket').set({ purpose: 'seen' }).where('data', '!=', data).execute()
    const { target } = z.object({ target: z.number() }).parse(JSON.parse(data))
    const { seed = '', bits = 0 } = challenge.work ?? {}
    return { challenge, data, target, work: workFor(seed, bits) }
  }
  const movement = (target: number, shift = 0) =>
    [0, 0.02, 0.09, 0.22, 0.41, 0.62, 0.79, 0.9, 0.96, 1.02, 1.01, 1].map((part, at) => ({
      x: part * target,
      t: at * 55 + ((at * 7 + shift) % 5) * 6,
    }))

  test('it is asked for from the third failure on, for an unknown account too, and the right password alone is refused', async () => {
    await server.addUser('careful')
    for (const account of ['careful', 'nobody.here']) {
      for (let i = 0; i < 3; i++)
        expect((await logIn(server, account, 'wrong-one')).envelope.code).toBe(Code.credentialsWrong)
      const refused = await logIn(server, account, TEST_PASSWORD)
      expect(refused).toMatchObject({ status: 429, envelope: { code: Code.challengeNeeded } })
    }
    const pass = await solveChallenge(server.anybody)
    expect((await logIn(server, 'careful', TEST_PASSWORD, pass)).status).toBe(200)
    // The failures are forgotten with the login.
    expect((await logIn(server, 'careful', 'wrong-one')).envelope.code).toBe(Code.credentialsWrong)
  })

  test('a solved challenge counts for one login only', async () => {
    const pass = await solveChallenge(always.anybody)
    const answers = await Promise.all(Array.from({ length: 5 }, () => logIn(always, 'li.na', TEST_PASSWORD, pass)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    expect((await logIn(always, 'li.na', TEST_PASSWORD)).envelope.code).toBe(Code.challengeNeeded)
    expect((await logIn(always, 'li.na', TEST_PASSWORD, 'made-up')).envelope.code).toBe(Code.challengeNeeded)
  })

  test('a puzzle is solved by a movement to the gap, and nothing of the answer says where that is', async () => {
    const { challenge, target, work } = await slider()
    const { background, piece, ...rest } = challenge
    expect(background).toMatch(/^data:image\/png;base64,/)
    expect(piece).toMatch(/^data:image\/png;base64,/)
    expect(Object.keys(rest).sort()).toEqual(['height', 'id', 'kind', 'pieceSize', 'pieceTop', 'width', 'work'])
    server.wait(2_000)
    const { verifyToken } = await server.anybody.post('verify/token', {
      id: challenge.id,
      track: movement(target),
      work,
    })
    expect(verifyToken).toMatch(/^[\w-]{43}$/)
  })

  test('the same answer again is refused: for the same puzzle, and as a recorded movement for another', async () => {
    const one = await slider()
    server.wait(2_000)
    const track = movement(one.target, 1)
    const { work } = one
    await server.anybody.post('verify/token', { id: one.challenge.id, track, work })
    expect(await server.anybody.refused('POST', 'verify/token', { id: one.challenge.id, track, work })).toBe(
      Code.captchaWrong,
    )
    // A puzzle whose gap is at the very same place.
    const other = await slider()
    const same = JSON.stringify({ ...JSON.parse(other.data), target: one.target })
    await server.context.store.db.updateTable('ticket').set({ data: same }).where('data', '=', other.data).execute()
    server.wait(2_000)
    const again = { id: other.challenge.id, track, work: other.work }
    expect(await server.anybody.refused('POST', 'verify/token', again)).toBe(Code.captchaWrong)
  })

  test('given the right movement without its work, or by keys with the work of a hand, then it does not pass', async () => {
    const idle = await slider()
    server.wait(2_000)
    const without = { id: idle.challenge.id, track: movement(idle.target, 5) }
    expect(await server.anybody.refused('POST', 'verify/token', without)).toBe(Code.captchaWrong)
    const byKeys = async () => {
      const puzzle = await slider()
      server.wait(8_000)
      const track = Array.from({ length: Math.round(puzzle.target / 3) + 1 }, (_, at) => ({ x: at * 3, t: at * 41 }))
      const { seed = '', keyBits = 0 } = puzzle.challenge.work ?? {}
      return { id: puzzle.challenge.id, track, cheap: puzzle.work, dear: workFor(seed, keyBits) }
    }
    let one = await byKeys()
    // Some numbers are good for both.
    while (one.cheap === one.dear) one = await byKeys()
    const { cheap, dear: _, ...answer } = one
    expect(await server.anybody.refused('POST', 'verify/token', { ...answer, work: cheap })).toBe(Code.captchaWrong)
    const { cheap: _cheap, dear, ...right } = await byKeys()
    await server.anybody.post('verify/token', { ...right, work: dear })
  })

  test('a constant speed, a place beside the gap, and an answer after five minutes are refused, each only once tried', async () => {
    const straight = await slider()
    server.wait(2_000)
    const line = Array.from({ length: 20 }, (_, at) => ({ x: (straight.target * at) / 19, t: at * 50 }))
    expect(
      await server.anybody.refused('POST', 'verify/token', {
        id: straight.challenge.id,
        track: line,
        work: straight.work,
      }),
    ).toBe(Code.captchaWrong)
    // The puzzle is used up: the right movement comes too late.
    expect(
      await server.anybody.refused('POST', 'verify/token', {
        id: straight.challenge.id,
        track: movement(straight.target, 2),
        work: straight.work,
      }),
    ).toBe(Code.captchaWrong)
    const beside = await slider()
    server.wait(2_000)
    expect(
      await server.anybody.refused('POST', 'verify/token', {
        id: beside.challenge.id,
        track: movement(beside.target - 20, 3),
        work: beside.work,
      }),
    ).toBe(Code.captchaWrong)
    const late = await slider()
    server.wait(CHALLENGE_LIFE_MS + 1)
    expect(
      await server.anybody.refused('POST', 'verify/token', {
        id: late.challenge.id,
        track: movement(late.target, 4),
        work: late.work,
      }),
    ).toBe(Code.captchaWrong)
  })

  test('characters are taken in any case, once', async () => {
    const { id, picture } = await server.anybody.get('captcha')
    expect(picture).toMatch(/^data:image\/png/)
    const rows = await server.context.store.db
      .selectFrom('ticket')
      .select('data')
      .where('purpose', '=', 'challenge')
      .execute()
    const known = rows.map(({ data }) => JSON.parse(data)).filter((one) => one.kind === 'image')
    const { text } = z.object({ text: z.string() }).parse(known.at(-1))
    const code = ` ${text.toLowerCase()} `
    expect((await server.anybody.post('verify/image', { id, code })).verifyToken).toMatch(/^[\w-]{43}$/)
    expect(await server.anybody.refused('POST', 'verify/image', { id, code })).toBe(Code.captchaWrong)
    const next = await server.anybody.get('captcha')
    expect(await server.anybody.refused('POST', 'verify/image', { id: next.id, code: 'AAAAA' })).toBe(Code.captchaWrong)
  })

  test('an answer of another kind, wrong types and ten megabytes are refused', async () => {
    const work = await server.anybody.get('verify/code', { loginType: 'work' })
    expect(await server.anybody.refused('POST', 'verify/token', { id: work.id, track: [] })).toBe(Code.captchaWrong)
    expect(await server.anybody.refused('POST', 'verify/token', { id: work.id, work: -1 })).toBe(Code.badRequest)
    expect(await server.anybody.refused('POST', 'verify/token', { id: work.id, track: [{ x: 'a', t: 0 }] })).toBe(
      Code.badRequest,
    )
    expect(await server.anybody.refused('GET', 'verify/code', { loginType: 'nothing' })).toBe(Code.badRequest)
    expect(await server.anybody.refused('POST', 'verify/image', { id: 'x'.repeat(10_000_000), code: 'A' })).toBe(
      Code.tooLarge,
    )
  })

  test('a place that asks for picture after picture has to wait', async () => {
    const { db } = server.context.store
    await server.anybody.get('verify/code', { loginType: 'work' })
    await db.updateTable('throttle').set({ count: 300 }).where('scope', 'like', 'challenge:%').execute()
    const refused = await server.anybody.raw('GET', 'verify/code', { query: { loginType: 'work' } })
    expect(refused).toMatchObject({ status: 429, envelope: { code: Code.tooManyRequests } })
    await db.deleteFrom('throttle').execute()
  })
})
