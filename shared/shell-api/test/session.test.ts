// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import { Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiServer, answer, startApiServer } from './apiServer.ts'
import { openWindow, writePlatform } from './window.ts'

let server: ApiServer
const MAIL = 'li.na@yanshu.test'
const tokens = { accessToken: 'a1', refreshToken: 'r1', expiresIn: 900 }

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: what a browser left behind
  document.cookie = 'safeMailToken=; Max-Age=0; Path=/'
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
})
afterEach(() => server.close())

const acceptLogin = (more: object = {}) =>
  server.on('mail/apilogin/userLogin', (_, response) =>
    answer(response, { ...tokens, secondVerified: false, userMail: MAIL, ...more }),
  )

/** What a browser does in the other windows when one of them writes storage. */
const otherWindowWrote = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

describe('login', () => {
  test('stores the tokens in cookie and local storage and opens the session', async () => {
    const { session } = await openWindow()
    acceptLogin()
    await expect(session.login('li.na', 'Wild-Goose-7')).resolves.toEqual({ secondVerified: false })
    expect(session.state()).toEqual({ status: 'open', user: null, userMail: MAIL })
    expect(localStorage.getItem('accessToken')).toBe('a1')
    expect(localStorage.getItem('refreshToken')).toBe('r1')
    expect(document.cookie).toContain('safeMailToken=a1')
  })

  test('brings settings and folders with it, each used once: what is read again is asked for', async () => {
    const { session, settings, folders } = await openWindow()
    const general = { ...settings.current().general, mailCount: 20 }
    const lists = (folderName: string) => ({
      folderList: [],
      customList: [{ folderId: 9, role: 'custom', folderName, mail: 0, unread: 0, spaceSize: 0, pwd: false, state: 0 }],
      labelList: [],
      folderOutList: [],
    })
    acceptLogin({
      start: { changeSeq: 7, index: { ...settings.current(), general }, folders: lists('随登录') },
    })
    server.on('mail/main/index', (_, response) => answer(response, { ...settings.current(), general }))
    server.on('mail/main/folder/list', (_, response) => answer(response, lists('后来')))
    await session.login('li.na', 'Wild-Goose-7')
    await Promise.all([settings.load(), folders.refresh()])
    expect(settings.current().general.mailCount).toBe(20)
    expect(folders.tree().byId(9)?.folderName).toBe('随登录')
    expect(server.seen.map(({ path }) => path)).toEqual(['mail/apilogin/userLogin'])
    await Promise.all([settings.load(), folders.refresh()])
    expect(folders.tree().byId(9)?.folderName).toBe('后来')
    expect(server.seen.map(({ path }) => path).sort()).toEqual([
      'mail/apilogin/userLogin',
      'mail/main/folder/list',
      'mail/main/index',
    ])
  })

  test('of another account uses nothing that an earlier one brought', async () => {
    const { session, settings } = await openWindow()
    const of = (mailCount: number) => ({ ...settings.current(), general: { ...settings.current().general, mailCount } })
    const folders = { folderList: [], customList: [], labelList: [], folderOutList: [] }
    acceptLogin({ start: { changeSeq: 7, index: of(20), folders } })
    await session.login('li.na', 'Wild-Goose-7')
    acceptLogin({ userMail: 'zhang.wei@yanshu.test' })
    server.on('mail/main/index', (_, response) => answer(response, of(30)))
    await session.login('zhang.wei', 'Wild-Goose-7')
    await settings.load()
    expect(settings.current().general.mailCount).toBe(30)
  })

  test('that needs a second step stores nothing', async () => {
    const { session } = await openWindow()
    acceptLogin({ secondVerified: true })
    await expect(session.login('li.na', 'Wild-Goose-7')).resolves.toMatchObject({ secondVerified: true })
    expect(session.state().status).toBe('anonymous')
    expect(localStorage.getItem('accessToken')).toBeNull()
  })

  test('that is refused clears the session and leaves the telling to the form', async () => {
    const { session, shownErrors, isWrongCredentials } = await openWindow()
    localStorage.setItem('accessToken', 'old')
    localStorage.setItem('refreshToken', 'old')
    sessionStorage.setItem('lockscreen', 'true')
    server.on('mail/apilogin/userLogin', (_, response) =>
      answer(response, null, Code.credentialsWrong, 401, '账号或密码不正确'),
    )
    const error = await session.login('li.na', 'wrong-one').catch((caught: unknown) => caught)
    expect(isWrongCredentials(error)).toBe(true)
    expect(shownErrors).toEqual([])
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(sessionStorage.getItem('lockscreen')).toBeNull()
    expect(server.seen.map((one) => one.path)).toEqual(['mail/apilogin/userLogin'])
  })

  test('without a network clears nothing', async () => {
    const { session } = await openWindow()
    localStorage.setItem('accessToken', 'other-window')
    localStorage.setItem('refreshToken', 'other-window')
    await server.close()
    await expect(session.login('li.na', 'Wild-Goose-7')).rejects.toMatchObject({ code: 0 })
    expect(localStorage.getItem('accessToken')).toBe('other-window')
  })

  test('remembers the account for the next time where that was asked for, never the password', async () => {
    const { session, rememberedAccount, rememberAccounts, remembersAccounts } = await openWindow()
    acceptLogin()
    await session.login('li.na', 'Wild-Goose-7')
    expect([remembersAccounts(), rememberedAccount()]).toEqual([false, ''])
    rememberAccounts(true)
    await session.login('li.na', 'Wild-Goose-7')
    expect([remembersAccounts(), rememberedAccount()]).toEqual([true, 'li.na'])
    // Asked for once more, it stays; no longer, it goes.
    rememberAccounts(true)
    expect(rememberedAccount()).toBe('li.na')
    expect(JSON.stringify({ ...localStorage })).not.toContain('Wild-Goose-7')
    rememberAccounts(false)
    expect([remembersAccounts(), rememberedAccount()]).toEqual([false, ''])
  })
})

describe('logout', () => {
  test.each(['answers', 'fails', 'is not there'])('clears everything when the server %s', async (how) => {
    const { session, rememberAccounts, rememberedAccount, rememberLook, rememberedLook } = await openWindow()
    rememberAccounts(true)
    acceptLogin()
    await session.login('li.na', 'Wild-Goose-7')
    rememberLook({ language: 'en', fontSize: 2, skin: 'skin_3', colorMode: 'dark' })
    localStorage.setItem('yanshu.pref.sidebar', '"collapsed"')
    sessionStorage.setItem('x', '1')
    if (how === 'answers') server.on('oauth/logout', (_, response) => answer(response, {}))
    if (how === 'fails') server.on('oauth/logout', (_, response) => answer(response, null, 500_001, 500, 'x'))
    if (how === 'is not there') await server.close()
    await session.logout()
    expect(session.state()).toEqual({ status: 'anonymous' })
    expect(document.cookie).not.toContain('safeMailToken=a')
    expect(Object.keys({ ...sessionStorage })).toEqual([])
    expect(Object.keys({ ...localStorage }).sort()).toEqual(['yanshu.account', 'yanshu.look'])
    expect(rememberedAccount()).toBe('li.na')
    expect(rememberedLook().skin).toBe('skin_3')
  })
})

describe('other windows', () => {
  test('a logout there is one here', async () => {
    const { session } = await openWindow()
    acceptLogin()
    await session.login('li.na', 'Wild-Goose-7')
    const stop = session.follow(() => expect.unreachable())
    localStorage.clear()
    otherWindowWrote(null)
    expect(session.state().status).toBe('anonymous')
    stop()
  })

  test('a login there is one here, once it is complete', async () => {
    const { session } = await openWindow()
    const stop = session.follow(() => expect.unreachable())
    localStorage.setItem('refreshToken', 'r2')
    localStorage.setItem('accessToken', 'a2')
    otherWindowWrote('accessToken')
    expect(session.state().status).toBe('anonymous')
    localStorage.setItem('userMail', MAIL)
    otherWindowWrote('userMail')
    expect(session.state()).toMatchObject({ status: 'open', userMail: MAIL })
    expect(session.accessToken()).toBe('a2')
    stop()
  })

  test('new tokens of the same account are taken over without a word', async () => {
    const { session } = await openWindow()
    acceptLogin()
    await session.login('li.na', 'Wild-Goose-7')
    const changed = vi.fn()
    session.subscribe(changed)
    const stop = session.follow(() => expect.unreachable())
    localStorage.setItem('accessToken', 'a2')
    otherWindowWrote('accessToken')
    expect(session.accessToken()).toBe('a2')
    expect(changed).not.toHaveBeenCalled()
    stop()
  })

  test('another account there makes this page start again', async () => {
    const { session } = await openWindow()
    acceptLogin()
    await session.login('li.na', 'Wild-Goose-7')
    const other = vi.fn()
    const stop = session.follow(other)
    localStorage.setItem('userMail', 'wang.fang@yanshu.test')
    otherWindowWrote('userMail')
    expect(other).toHaveBeenCalledTimes(1)
    stop()
  })
})

test('a user counts as gone after a sign-out or another login, not after an expired session', async () => {
  const { session } = await openWindow()
  acceptLogin()
  await session.login('li.na', 'Wild-Goose-7')
  session.expire()
  expect([session.hasLeft(MAIL), session.hasLeft(''), session.hasLeft('wang.fang@yanshu.test')]).toEqual([
    false,
    false,
    true,
  ])
  await session.login('li.na', 'Wild-Goose-7')
  server.on('oauth/logout', (_, response) => answer(response, null))
  await session.logout()
  expect(session.hasLeft(MAIL)).toBe(true)
})

test('the user is asked for once however many want to know, again after a failure, and kept', async () => {
  const { session } = await openWindow()
  acceptLogin()
  await session.login('li.na', 'Wild-Goose-7')
  let asked = 0
  server.on('user/info', (_, response) => {
    asked += 1
    if (asked === 1) answer(response, null, Code.serverError, 500, 'no')
    else answer(response, { emailAddr: MAIL, userName: '李娜' })
  })
  const first = await Promise.allSettled([session.loadUser(), session.loadUser()])
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toBe(1)
  await Promise.all([session.loadUser(), session.loadUser(), session.loadUser()])
  await session.loadUser()
  expect(asked).toBe(2)
  expect(session.state()).toMatchObject({ status: 'open', user: { userName: '李娜' } })
})

test('tokens that no server has written are none: the page asks to log in instead of blaming the network', async () => {
  const { session, http, shownErrors } = await openWindow()
  localStorage.setItem('accessToken', '张三')
  localStorage.setItem('refreshToken', '李四')
  expect(session.state()).toEqual({ status: 'anonymous' })
  server.on('user/info', (_, response) => answer(response, null, Code.tokenInvalid, 401, 'no'))
  await expect(http.get('user/info')).rejects.toMatchObject({ code: Code.tokenExpired, status: 401 })
  expect(shownErrors.map((one) => one.text)).toEqual(['登录已过期，请重新登录'])
})
