// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import { Code, callSign, ERROR_TOAST_MS, LOADING_MASK_HIDE_DELAY_MS } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiServer, answer, startApiServer } from './apiServer.ts'
import { openWindow, writePlatform } from './window.ts'

let server: ApiServer

const logIn = (accessToken = 'a1', refreshToken = 'r1') => {
  localStorage.setItem('accessToken', accessToken)
  localStorage.setItem('refreshToken', refreshToken)
  localStorage.setItem('userMail', 'li.na@yanshu.test')
}

/** Lets `user/info` in with one token only, and gives the next pair for the refresh token `r1`, once. */
function serveRotatingTokens() {
  let refresh = 'r1'
  let access = 'expired-for-all'
  server.on('user/info', (seen, response) => {
    if (seen.headers.authorization === `Bearer ${access}`) answer(response, { account: 'li.na' })
    else answer(response, null, Code.tokenExpired, 401, 'expired')
  })
  server.on('oauth/token', (seen, response) => {
    const asked: { refreshToken: string } = JSON.parse(seen.body)
    if (asked.refreshToken !== refresh) return answer(response, null, Code.tokenInvalid, 401, 'spent')
    refresh = `${refresh}+`
    access = `${access}+`
    return answer(response, { accessToken: access, refreshToken: refresh, expiresIn: 900 })
  })
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await server.close()
})

describe('an answer', () => {
  test.each([200, '200', 401, '401'])('with code %j is a success', async (code) => {
    const { http, shownErrors } = await openWindow()
    server.on('user/info', (_, response) => answer(response, { account: 'li.na' }, code))
    await expect(http.get('user/info')).resolves.toEqual({ account: 'li.na' })
    expect(shownErrors).toEqual([])
  })

  test('with another code fails with the message of the server, shown once for five seconds', async () => {
    const { http, shownErrors, ApiError } = await openWindow()
    server.on('user/info', (_, response) => answer(response, null, Code.forbidden, 403, '您没有权限'))
    const error = await http.get('user/info').catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: Code.forbidden, status: 403, message: '您没有权限', silent: false })
    expect(shownErrors).toEqual([{ text: '您没有权限', code: Code.forbidden, durationMs: ERROR_TOAST_MS }])
  })

  test('without a message says Error', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('user/info', (_, response) => answer(response, null, Code.badRequest))
    await expect(http.get('user/info')).rejects.toMatchObject({ code: Code.badRequest })
    expect(shownErrors.map((one) => one.text)).toEqual(['Error'])
  })

  test('that is no JSON is reported as unreadable, without its HTML', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('user/info', (_, response) => response.writeHead(502).end('<html>Bad gateway</html>') && undefined)
    await expect(http.get('user/info')).rejects.toMatchObject({ code: 502, status: 502 })
    expect(shownErrors[0]?.text).toContain('无法识别')
  })

  test('that fails ten calls at once is shown once', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('user/info', (_, response) => answer(response, null, Code.serverError, 500, '服务器出错'))
    await Promise.allSettled(Array.from({ length: 10 }, () => http.get('user/info')))
    expect(shownErrors).toHaveLength(1)
  })

  test('is not shown when the caller shows it', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('user/info', (_, response) => answer(response, null, Code.forbidden, 403, '您没有权限'))
    await expect(http.get('user/info', {}, { silent: true })).rejects.toMatchObject({ silent: true })
    expect(shownErrors).toEqual([])
  })

  test('HTTP 400 with 401014 runs the lock hooks', async () => {
    const { http, onLock } = await openWindow()
    const locked = vi.fn()
    onLock(locked)
    server.on('user/info', (_, response) => answer(response, null, Code.screenLocked, 400, '屏幕已锁定'))
    await expect(http.get('user/info')).rejects.toMatchObject({ code: Code.screenLocked })
    expect(locked).toHaveBeenCalledTimes(1)
  })

  test('HTTP 400 with another code does not', async () => {
    const { http, onLock } = await openWindow()
    const locked = vi.fn()
    onLock(locked)
    server.on('user/info', (_, response) => answer(response, null, Code.badRequest, 400, 'x'))
    await http.get('user/info').catch(() => undefined)
    expect(locked).not.toHaveBeenCalled()
  })

  test('says how long to wait', async () => {
    const { http } = await openWindow()
    server.on('user/info', (_, response) => {
      response.setHeader('retry-after', '42')
      answer(response, null, Code.tooManyRequests, 429, 'x')
    })
    await expect(http.get('user/info')).rejects.toMatchObject({ retryAfter: 42 })
  })
})

describe('a call', () => {
  test('sends basic authorization without a token, bearer with one, and the name of the client', async () => {
    const { http, setClientName } = await openWindow()
    setClientName('host/1.2.3')
    server.on('user/info', (_, response) => answer(response, {}))
    await http.get('user/info')
    logIn('a1')
    await http.get('user/info')
    expect(server.seen[0]?.headers.authorization).toMatch(/^Basic /)
    expect(server.seen[1]?.headers.authorization).toBe('Bearer a1')
    expect(server.seen[1]?.headers['accept-language']).toBe('zh-CN')
    expect(server.seen[1]?.headers['x-client']).toBe('host/1.2.3')
  })

  test('says which page makes it, the how manieth it is, for whom, and a checksum of that', async () => {
    const { http, session } = await openWindow()
    const user = { uuid: 'u-7', account: 'li.na@yanshu.test' }
    server.on('mail/apilogin/userLogin', (_, response) =>
      answer(response, { secondVerified: false, accessToken: 'a1', refreshToken: 'r1', userMail: user.account, user }),
    )
    server.on('user/info', (_, response) => answer(response, {}))
    server.on('file/upload', (_, response) => answer(response, {}))
    await session.login('li.na', 'Wild-Goose-7')
    await http.get('user/info')
    await http.upload('file/upload', new File(['x'], 'x.txt'))
    const fields = server.seen.map(({ method, path, headers }) => {
      const { appid, uuidserver, transseq, uniqueid, sign } = headers
      const named = { appid: `${appid}`, uuidserver: `${uuidserver}`, transSeq: `${transseq}`, uniqueId: `${uniqueid}` }
      expect(sign).toBe(callSign(named, method, path))
      return named
    })
    const uniqueId = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(fields).toEqual([
      { appid: '001', uuidserver: '', transSeq: '1', uniqueId },
      { appid: '001', uuidserver: 'u-7', transSeq: '2', uniqueId },
      { appid: '001', uuidserver: 'u-7', transSeq: '3', uniqueId },
    ])
    expect(new Set(fields.map((one) => one.uniqueId)).size).toBe(1)
  })

  test('for a file carries no authorization: the cookie lets it in', async () => {
    const { http } = await openWindow()
    logIn('a1')
    server.on('file/download/7', (_, response) => answer(response, null, Code.fileNotFound, 404, 'x'))
    await http.download('file/download/7', 'a.pdf').catch(() => undefined)
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })

  test('puts the query in the address and leaves out what is not set', async () => {
    const { http } = await openWindow()
    server.on('mail/email/mailbox/list', (_, response) => answer(response, { list: [], total: 0, more: false }))
    await http.get('mail/email/mailbox/list', { mailboxId: 3, isUnread: '1', sortValues: undefined })
    expect(`${server.seen[0]?.query}`).toBe('mailboxId=3&isUnread=1')
  })

  test('without a network fails with code 0 and a sentence that knows whether the browser is offline', async () => {
    const { http, shownErrors } = await openWindow()
    await server.close()
    await expect(http.get('user/info')).rejects.toMatchObject({ code: 0, status: 0 })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await expect(http.get('user/info')).rejects.toMatchObject({ code: 0 })
    expect(shownErrors.map((one) => one.text)).toEqual([
      '暂时无法连接服务器，请稍后重试',
      '网络已断开，请检查网络连接后重试',
    ])
    vi.restoreAllMocks()
  })

  test('that its caller aborts rejects as an abort and shows no message', async () => {
    const { http, shownErrors, isAbort } = await openWindow()
    const giveUp = new AbortController()
    server.on('user/info', () => giveUp.abort())
    const error = await http.get('user/info', {}, { signal: giveUp.signal }).catch((caught: unknown) => caught)
    expect(isAbort(error)).toBe(true)
    expect(shownErrors).toEqual([])
  })

  test('does not take the session for over when the network fails during a refresh', async () => {
    const { http, session } = await openWindow()
    logIn()
    server.on('user/info', (_, response) => answer(response, null, Code.tokenExpired, 401))
    server.on('oauth/token', (_, response) => response.destroy() && undefined)
    await expect(http.get('user/info')).rejects.toMatchObject({ code: 0 })
    expect(session.state().status).toBe('open')
  })
})

describe('an expired token', () => {
  test('is exchanged once for ten calls, and each is sent again', async () => {
    const { http, shownErrors } = await openWindow()
    logIn()
    serveRotatingTokens()
    const answers = await Promise.all(Array.from({ length: 10 }, () => http.get('user/info')))
    expect(answers).toHaveLength(10)
    expect(server.seen.filter((one) => one.path === 'oauth/token')).toHaveLength(1)
    expect(localStorage.getItem('refreshToken')).toBe('r1+')
    expect(document.cookie).toContain('safeMailToken=expired-for-all+')
    expect(shownErrors).toEqual([])
  })

  test('is exchanged once by two windows', async () => {
    const one = await openWindow()
    const two = await openWindow()
    expect(one.http).not.toBe(two.http)
    logIn()
    serveRotatingTokens()
    const answers = await Promise.all([one, two, one, two].map((window) => window.http.get('user/info')))
    expect(answers).toHaveLength(4)
    expect(server.seen.filter((seen) => seen.path === 'oauth/token')).toHaveLength(1)
    expect([...one.shownErrors, ...two.shownErrors]).toEqual([])
  })

  test('is exchanged once by two windows where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const one = await openWindow()
    const two = await openWindow()
    logIn()
    serveRotatingTokens()
    await Promise.all([one, two].map((window) => window.http.get('user/info')))
    expect(server.seen.filter((seen) => seen.path === 'oauth/token')).toHaveLength(1)
  })

  test('that cannot be exchanged ends the session: said once, token cleared, state reset', async () => {
    const { http, session, shownErrors } = await openWindow()
    logIn('a1', 'unknown')
    serveRotatingTokens()
    const expired = vi.fn()
    session.onExpired(expired)
    expect(session.state().status).toBe('open')
    const results = await Promise.allSettled([http.get('user/info'), http.get('user/info')])
    expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected'])
    expect(shownErrors.map((one) => one.text)).toEqual(['登录已过期，请重新登录'])
    expect(session.state()).toEqual({ status: 'anonymous' })
    expect(localStorage.getItem('accessToken')).toBeNull()
    expect(document.cookie).not.toContain('safeMailToken=a1')
    expect(expired).toHaveBeenCalledTimes(1)
    expect(expired).toHaveBeenCalledWith({ userMail: 'li.na@yanshu.test' })
  })

  test('that the socket finds to be over is said once too', async () => {
    const { http, session, shownErrors } = await openWindow()
    logIn('a1', 'unknown')
    serveRotatingTokens()
    expect(session.state().status).toBe('open')
    const [token, call] = await Promise.allSettled([session.refresh(), http.get('user/info')])
    expect(token).toEqual({ status: 'fulfilled', value: null })
    expect(call.status).toBe('rejected')
    expect(shownErrors.map((one) => one.text)).toEqual(['登录已过期，请重新登录'])
    expect(session.state()).toEqual({ status: 'anonymous' })
  })
})

describe('a server that takes the call and says nothing', () => {
  const SECONDS = 1_000

  test('is given up after 300 seconds (§7), and says so once', async () => {
    const { http, shownErrors } = await openWindow()
    const [asked, saved] = [Promise.withResolvers(), Promise.withResolvers()]
    server.on('user/info', () => asked.resolve(null))
    server.on('mail/main/label/save', () => saved.resolve(null))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const outcome = (call: Promise<unknown>) => {
      const seen: { error?: unknown } = {}
      call.catch((error: unknown) => {
        seen.error = error
      })
      return seen
    }
    const reading = outcome(http.get('user/info'))
    const writing = outcome(http.post('mail/main/label/save', { labelName: 'x' }, { silent: true }))
    await Promise.all([asked.promise, saved.promise])
    await vi.advanceTimersByTimeAsync(299 * SECONDS)
    expect([reading.error, writing.error]).toEqual([undefined, undefined])
    await vi.advanceTimersByTimeAsync(1 * SECONDS)
    for (const { error } of [reading, writing]) {
      expect(error).toMatchObject({ code: 0, status: 408, message: '服务器响应超时，请稍后重试' })
    }
    expect(shownErrors).toHaveLength(1)
  })

  test('is not given up while an answer that has begun comes slowly', async () => {
    const { http } = await openWindow()
    const begun = Promise.withResolvers<() => void>()
    server.on('user/info', (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"code":200,"message":"",')
      begun.resolve(() => response.end('"data":{"account":"li.na"}}'))
    })
    const heads = Promise.withResolvers<void>()
    const real = globalThis.fetch
    vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
      const answer = real(...given)
      answer.then(
        () => heads.resolve(),
        () => undefined,
      )
      return answer
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const call = http.get('user/info')
    const finish = await begun.promise
    await heads.promise
    await vi.advanceTimersByTimeAsync(400 * SECONDS)
    finish()
    expect(await call).toMatchObject({ account: 'li.na' })
  })
})

describe('the loading indication', () => {
  test('stays for 300 ms after the last of the calls that ask for it', async () => {
    const { http } = await openWindow()
    const { isLoading } = await import('../src/http/loading.ts')
    server.on('user/info', (_, response) => answer(response, {}))
    const call = http.get('user/info', {}, { loading: true })
    expect(isLoading()).toBe(true)
    await call
    const ended = performance.now()
    expect(isLoading()).toBe(true)
    await expect.poll(() => isLoading()).toBe(false)
    expect(performance.now() - ended).toBeGreaterThan(LOADING_MASK_HIDE_DELAY_MS - 50)
  })

  test('does not go between two calls that follow each other', async () => {
    vi.resetModules()
    const { beginLoading, isLoading } = await import('../src/http/loading.ts')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const first = beginLoading()
    first()
    vi.advanceTimersByTime(LOADING_MASK_HIDE_DELAY_MS - 1)
    const second = beginLoading()
    vi.advanceTimersByTime(10_000)
    expect(isLoading()).toBe(true)
    second()
    second()
    vi.advanceTimersByTime(LOADING_MASK_HIDE_DELAY_MS)
    expect(isLoading()).toBe(false)
  })

  test('is not shown for calls that do not ask for it', async () => {
    const { http } = await openWindow()
    const { isLoading } = await import('../src/http/loading.ts')
    server.on('user/info', (_, response) => answer(response, {}))
    const call = http.get('user/info')
    expect(isLoading()).toBe(false)
    await call
  })
})

describe('files', () => {
  test('a download that fails tells what the JSON inside the blob says', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('file/download/7', (_, response) => answer(response, null, Code.fileNotFound, 404, '文件不存在或已过期'))
    await expect(http.download('file/download/7', 'a.pdf')).rejects.toMatchObject({ code: Code.fileNotFound })
    expect(shownErrors.map((one) => one.text)).toEqual(['文件不存在或已过期'])
  })

  test('a download that fails with HTTP 200 does too', async () => {
    const { http, shownErrors } = await openWindow()
    server.on('file/download/7', (_, response) => answer(response, null, Code.fileNotFound, 200, '文件不存在或已过期'))
    await expect(http.download('file/download/7', 'a.pdf')).rejects.toMatchObject({ code: Code.fileNotFound })
    expect(shownErrors).toHaveLength(1)
  })

  test('a download saves what came under the name that was asked for', async () => {
    const { http } = await openWindow()
    const saved: { name: string; blob: Blob }[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved.push({ name: '', blob })
      return 'blob:x'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, blob: new Blob() })
    })
    server.on('file/download/7', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('你好')
    })
    await http.download('file/download/7', '说明.txt')
    expect(await saved[0]?.blob.text()).toBe('你好')
    expect(saved[1]?.name).toBe('说明.txt')
    click.mockRestore()
    vi.restoreAllMocks()
  })

  test('an address of a file stands below the base', async () => {
    const { http } = await openWindow()
    expect(http.fileUrl('file/remoteImage', { url: 'https://a.test/?x=1&y=2' })).toBe(
      `${server.base}file/remoteImage?url=https%3A%2F%2Fa.test%2F%3Fx%3D1%26y%3D2`,
    )
  })

  test('an upload sends the file, and again after the token was exchanged', async () => {
    const { http } = await openWindow()
    logIn()
    serveRotatingTokens()
    server.on('file/upload', (seen, response) => {
      if (seen.headers.authorization !== 'Bearer expired-for-all+') return answer(response, null, 401_001, 401)
      return answer(response, { fileId: 'f1', got: seen.body.includes('hello') })
    })
    const data = await http.upload('file/upload', new File(['hello'], 'a.txt'))
    expect(data).toMatchObject({ fileId: 'f1', got: true })
  })
})
