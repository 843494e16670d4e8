// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, answer, startApiServer } from './apiServer.ts'
import { openWindow, writePlatform } from './window.ts'

let server: ApiServer
const tokens = { accessToken: 'a1', refreshToken: 'r1', expiresIn: 900 }
const LI = { emailAddr: 'li.na@yanshu.test', deptName: '研发中心 / 前端组', userName: '李娜' }
const ZHANG = { emailAddr: 'zhang.wei@yanshu.test', deptName: '', userName: '张伟' }
const known = ({ emailAddr, deptName, userName }: typeof LI) => ({ userMail: emailAddr, deptName, userName })

beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
  server.on('oauth/logout', (_, response) => answer(response, {}))
})
afterEach(() => server.close())

const acceptLogin = (user: typeof LI, more: object = { user }) =>
  server.on('mail/apilogin/userLogin', (_, response) =>
    answer(response, { ...tokens, secondVerified: false, userMail: user.emailAddr, ...more }),
  )

test('given a login, then it is known at once who it is, and after a reload without asking', async () => {
  const { session, knownUser } = await openWindow()
  expect(knownUser()).toBeNull()
  acceptLogin(LI)
  await session.login('li.na', 'Wild-Goose-7')
  expect(knownUser()).toEqual(known(LI))
  const reloaded = await openWindow()
  expect(reloaded.knownUser()).toEqual(known(LI))
  expect(server.seen.map(({ path }) => path)).toEqual(['mail/apilogin/userLogin'])
})

test('given a login that does not say who it is, then nothing is known until the server is asked', async () => {
  const { session, knownUser } = await openWindow()
  acceptLogin(LI, {})
  await session.login('li.na', 'Wild-Goose-7')
  expect(knownUser()).toBeNull()
  server.on('user/info', (_, response) => answer(response, LI))
  await session.loadUser()
  expect(knownUser()).toEqual(known(LI))
})

test('given a sign-out, then nothing is left, and the next account has its own', async () => {
  const { session, knownUser } = await openWindow()
  acceptLogin(LI)
  await session.login('li.na', 'Wild-Goose-7')
  knownUser()
  await session.logout()
  expect(knownUser()).toBeNull()
  expect(JSON.stringify({ ...localStorage })).not.toContain('研发中心')
  acceptLogin(ZHANG)
  await session.login('zhang.wei', 'Wild-Goose-7')
  expect(knownUser()).toEqual(known(ZHANG))
})

test('given what was kept of one account and the tokens of another, then it does not count', async () => {
  const { session, knownUser } = await openWindow()
  acceptLogin(LI)
  await session.login('li.na', 'Wild-Goose-7')
  knownUser()
  // Another window has logged in as another person.
  localStorage.setItem('userMail', ZHANG.emailAddr)
  const reloaded = await openWindow()
  expect(reloaded.session.state().status).toBe('open')
  expect(reloaded.knownUser()).toBeNull()
})
