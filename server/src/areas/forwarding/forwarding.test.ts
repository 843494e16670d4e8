import { Code, FORWARD_ADDRESSES_MAX, FORWARD_CODE_TRIES, FORWARD_CODE_VALID_MS } from '@yanshu/contracts'
import { messageOf } from '@yanshu/contracts/messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const OUTSIDE = 'me@home.example'
let server: TestServer
let id: number
let owner: TestClient

const start = async (relay?: string) => {
  server = await startTestServer({ engine: 'sqlite', still: true, ...(relay ? { relay } : {}) })
  server.stopClock()
  id = await server.addUser('li.na')
  owner = await server.as(id)
}
beforeEach(() => start())
afterEach(() => server.stop())

const add = (address: string) => owner.refused('POST', 'mail/main/generalConfig/forward/add', { address })
const byRule = (address: string) =>
  owner.refused('POST', 'mail/mailClassify/save', {
    ruleName: 'x',
    conditions: [{ field: 'subject', not: false, value: 'x' }],
    actions: { forward: [address] },
  })

test('given mail that may not be forwarded, then each cause has its own code and message, wherever it is asked for', async () => {
  for (const refused of [add, byRule]) {
    expect(await refused('li.na@yanshu.test')).toBe(Code.forwardToSelf)
    expect(await refused('nobody@yanshu.test')).toBe(Code.forwardToNobody)
    expect(await refused(OUTSIDE)).toBe(Code.forwardNotOutside)
  }
  await setSwitch(server.context, { scope: 'user', id }, { name: 'autoForwardEnable', value: false, locked: true })
  for (const refused of [add, byRule]) expect(await refused('li.na@yanshu.test')).toBe(Code.forwardSwitchedOff)
  for (const path of ['saveForward', 'forward/confirm', 'forward/remove']) {
    const body = { enabled: true, keepCopy: true, address: OUTSIDE, code: '000000' }
    expect(await owner.refused('POST', `mail/main/generalConfig/${path}`, body), path).toBe(Code.forwardSwitchedOff)
  }
  expect(await owner.refused('GET', 'mail/main/generalConfig/getForward')).toBe(Code.forwardSwitchedOff)
  const causes = [Code.forwardToSelf, Code.forwardToNobody, Code.forwardNotOutside, Code.forwardUnconfirmed] as const
  const messages = [...causes, Code.forwardSwitchedOff, Code.forbidden].flatMap((code) =>
    Object.values(messageOf[code]),
  )
  expect(new Set(messages).size).toBe(messages.length)
})

test('given as many addresses as there may be, then the answer says so', async () => {
  for (let at = 0; at < FORWARD_ADDRESSES_MAX; at++) {
    await server.addUser(`colleague${at}`)
    await owner.post('mail/main/generalConfig/forward/add', { address: `colleague${at}@yanshu.test` })
  }
  await server.addUser('one.more')
  expect(await add('one.more@yanshu.test')).toBe(Code.tooManyRules)
})

test('given a clock that was put back by a day, then a code is mailed again at once', async () => {
  await server.stop()
  await start('smtp://127.0.0.1:9')
  const day = 86_400_000
  server.wait(day)
  const ahead = await server.as(id)
  await ahead.post('mail/main/generalConfig/forward/add', { address: OUTSIDE })
  server.wait(-day)
  await owner.post('mail/main/generalConfig/forward/add', { address: OUTSIDE })
  expect(await add(OUTSIDE)).toBe(Code.tooManyRequests)
})

test('given a code that is wrong, was entered too often or is too old, then that is what is said', async () => {
  await server.stop()
  await start('smtp://127.0.0.1:9')
  await owner.post('mail/main/generalConfig/forward/add', { address: OUTSIDE })
  const confirm = (code: string) =>
    owner.refused('POST', 'mail/main/generalConfig/forward/confirm', { address: OUTSIDE, code })
  // No code has five digits.
  for (let tried = 0; tried < FORWARD_CODE_TRIES; tried++) expect(await confirm('12345')).toBe(Code.captchaWrong)
  expect(await confirm('12345')).toBe(Code.codeOver)
  server.wait(FORWARD_CODE_VALID_MS + 1)
  await (await server.as(id)).post('mail/main/generalConfig/forward/add', { address: OUTSIDE })
  server.wait(FORWARD_CODE_VALID_MS + 1)
  expect(
    await (await server.as(id)).refused('POST', 'mail/main/generalConfig/forward/confirm', {
      address: OUTSIDE,
      code: '12345',
    }),
  ).toBe(Code.codeOver)
})
