import { Code } from '@yanshu/contracts'
import { loginAnswer } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OidcProvider, startOidcProvider } from '../../testing/oidcProvider.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { totpCode, totpStep } from '../second-factor/totp.ts'

/** A browser that keeps cookies by host and follows no redirect by itself. */
class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  async open(address: string, form?: Record<string, string>): Promise<Response> {
    const { host } = new URL(address)
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, jar)
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}

describe.each(engines)('single sign-on, on %s', (engine) => {
  let provider: OidcProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOidcProvider()
    const { issuer, clientId, clientSecret } = provider
    server = await startTestServer({ engine, failing: true, sso: { issuer, clientId, clientSecret } })
    provider.allow(server.url)
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  const begin = (browser: Browser, redirect = '') =>
    browser.open(`${server.url}/api/oauth2/authorize?redirect=${encodeURIComponent(redirect)}`)
  const locationOf = (response: Response, from: string) => new URL(response.headers.get('location') ?? '', from).href

  /** Logs in at the provider and answers where it leads back to, with the code. */
  async function atProvider(browser: Browser, address: string, name: string): Promise<string> {
    let response = await browser.open(address)
    let at = address
    for (;;) {
      if (response.status >= 300 && response.status < 400) {
        at = locationOf(response, at)
        if (at.startsWith(server.url)) return at
        response = await browser.open(at)
      } else {
        const html = await response.text()
        const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1]
        const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1]
        if (!action || !prompt) throw new Error(`no form: ${html}`)
        at = new URL(action, at).href
        response = await browser.open(at, { prompt, login: name, password: 'any' })
      }
    }
  }
  async function signOn(name: string, redirect = '') {
    const browser = new Browser()
    const back = await atProvider(browser, locationOf(await begin(browser, redirect), server.url), name)
    const page = locationOf(await browser.open(back), server.url)
    return { browser, back, page }
  }
  const ask = async (browser: Browser) => {
    const response = await browser.open(`${server.url}/api/oauth/sso`)
    return { status: response.status, ...(await response.json()) }
  }

  test('who logs in at the provider gets the mailbox of their verified address, once', async () => {
    await server.addUser('wei.zhang')
    provider.people.set('wei', { email: 'Wei.Zhang@Yanshu.test', email_verified: true })
    const { browser, back, page } = await signOn('wei', '/inbox?a=b')
    expect(page).toBe(`${server.url}/#/loginBefore?sso=1&redirect=%2Finbox%3Fa%3Db`)
    const answer = await ask(browser)
    const opened = loginAnswer.parse(answer.data)
    if (opened.secondVerified) throw new Error('a second step')
    expect(await new TestClient(server.url, opened).get('user/info')).toMatchObject({
      account: 'wei.zhang@yanshu.test',
    })
    expect((await ask(browser)).code).toBe(Code.ssoRefused)
    // The same code again, and the page of another person who was sent the link.
    await browser.open(back)
    expect((await ask(browser)).code).toBe(Code.ssoRefused)
    expect((await ask(new Browser())).code).toBe(Code.ssoRefused)
  })

  test('the request carries PKCE, state and nonce, and another browser gets nothing by the link of the first', async () => {
    provider.people.set('wei', { email: 'wei.zhang@yanshu.test', email_verified: true })
    const browser = new Browser()
    const begun = await begin(browser)
    const address = new URL(locationOf(begun, server.url))
    expect(address.origin).toBe(provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
      redirect_uri: `${server.url}/api/oauth/client/sso`,
    })
    expect(begun.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    const back = await atProvider(browser, address.href, 'wei')
    const stranger = new Browser()
    await begin(stranger)
    await stranger.open(back)
    expect((await ask(stranger)).code).toBe(Code.ssoRefused)
    // It was used up by that: no one logs in by it any more.
    await browser.open(back)
    expect((await ask(browser)).code).toBe(Code.ssoRefused)
    // A state that was never begun, none, and a refusal of the provider.
    for (const query of ['?state=made-up&code=x', '', '?error=access_denied']) {
      await browser.open(`${server.url}/api/oauth/client/sso${query}`)
      expect((await ask(browser)).code).toBe(Code.ssoRefused)
    }
    const refused = new Browser()
    const state = new URL(locationOf(await begin(refused), server.url)).searchParams.get('state')
    await refused.open(`${server.url}/api/oauth/client/sso?state=${state}&code=forged&iss=${provider.issuer}`)
    expect((await ask(refused)).code).toBe(Code.ssoRefused)
  })

  test('an address that is not verified, of nobody, or of who is disabled or a public mailbox opens nothing', async () => {
    await server.addUser('left', { disabled: true })
    await server.addUser('info', { accountType: 2 })
    provider.people.set('unverified', { email: 'wei.zhang@yanshu.test', email_verified: false })
    provider.people.set('nobody', { email: 'nobody@yanshu.test', email_verified: true })
    provider.people.set('elsewhere', { email: 'wei.zhang@example.org', email_verified: true })
    provider.people.set('left', { email: 'left@yanshu.test', email_verified: true })
    provider.people.set('public', { email: 'info@yanshu.test', email_verified: true })
    // Characters that are letters of others in a compatible form or in lower case are no letters of their addresses.
    await server.addUser('kate')
    provider.people.set('wide', { email: 'ｗei.zhang@yanshu.test', email_verified: true })
    provider.people.set('kelvin', { email: '\u212aate@yanshu.test', email_verified: true })
    const others = ['unverified', 'nobody', 'elsewhere', 'left', 'public', 'without-address', 'wide', 'kelvin']
    for (const name of others) {
      const { browser } = await signOn(name)
      expect((await ask(browser)).code, name).toBe(Code.ssoUnknown)
    }
    server.problems.length = 0
  })

  test('the second step that an account has turned on is asked for here too', async () => {
    await server.addUser('careful')
    const person = await server.login('careful')
    const { enrolId, secret } = await person.post('user/totp/begin', { password: TEST_PASSWORD })
    await person.post('user/totp/confirm', { enrolId, code: totpCode(secret, totpStep(server.context.now())) })
    provider.people.set('careful', { email: 'careful@yanshu.test', email_verified: true })
    const { browser } = await signOn('careful')
    expect(loginAnswer.parse((await ask(browser)).data)).toMatchObject({
      secondVerified: true,
      methods: ['totp', 'recovery'],
    })
  })

  test('without a provider the calls are not there, and one that does not answer is named as the cause', async () => {
    const without = await startTestServer({ engine })
    for (const path of ['oauth2/authorize', 'oauth/client/sso']) {
      expect(await without.anybody.refused('GET', path)).toBe(Code.ssoNotOffered)
    }
    await without.stop()
    const dead = await startTestServer({
      engine,
      failing: true,
      sso: { issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b' },
    })
    const browser = new Browser()
    const response = await browser.open(`${dead.url}/api/oauth2/authorize?redirect=%2Finbox`)
    expect(locationOf(response, dead.url)).toBe(`${dead.url}/#/loginBefore?sso=1&redirect=%2Finbox`)
    const answer = await (await browser.open(`${dead.url}/api/oauth/sso`)).json()
    expect(answer.code).toBe(Code.upstreamFailed)
    await dead.stop()
  })
})
