import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const PAGE =
  '<!doctype html><title>Yanshu</title><script type="application/json" id="platform">{"apiBase":"/api/"}</script>'
const SCRIPT = 'console.log(1)'

describe('the built client', () => {
  let server: TestServer
  let dist: string
  beforeAll(async () => {
    dist = await mkdtemp(path.join(os.tmpdir(), 'yanshu-dist-'))
    const files: Record<string, string | Buffer> = {
      'host/index.html': PAGE,
      'host/mail-frame.html': PAGE,
      'host/sw.js': SCRIPT,
      'host/assets/main.0123abcd.js': SCRIPT,
      'host/assets/main.0123abcd.js.br': brotliCompressSync(SCRIPT),
      'host/assets/main.0123abcd.js.gz': gzipSync(SCRIPT),
      'r/remote-mail/1.0.0-abc/remoteEntry.js': SCRIPT,
      'secret.txt': 'secret',
    }
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(dist, name)), { recursive: true })
      await writeFile(path.join(dist, name), content)
    }
    server = await startTestServer({
      engine: 'sqlite',
      clientFolder: dist,
      trustProxy: 1,
      mobileUrl: 'https://mail.example.org:9443/',
    })
  })
  afterAll(async () => {
    await server.stop()
    await rm(dist, { recursive: true })
  })

  const ask = (pathname: string, headers: Record<string, string> = {}) => fetch(server.url + pathname, { headers })

  test('the page is requested each time and answers 304 when it has not changed', async () => {
    const page = await ask('/')
    expect(await page.text()).toBe(PAGE)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    const again = await ask('/', { 'if-none-match': page.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })

  test('browsers keep to TLS once an answer came by it, and an answer without it asks for nothing', async () => {
    const overTls = { 'x-forwarded-proto': 'https' }
    const asks = async (pathname: string, headers: Record<string, string>) =>
      (await ask(pathname, headers)).headers.get('strict-transport-security')
    for (const pathname of ['/', '/assets/main.0123abcd.js', '/api/captcha', '/api/nothing']) {
      expect(await asks(pathname, overTls), pathname).toBe('max-age=31536000')
      expect(await asks(pathname, {}), pathname).toBeNull()
    }
    // A client that is no proxy decides nothing about the connection.
    const open = await startTestServer({ engine: 'sqlite' })
    const answer = await fetch(`${open.url}/api/captcha`, { headers: overTls })
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    await open.stop()
  })

  test('the page names its organisation, whatever the name contains, compressed as well, and again when that changes', async () => {
    const { context } = server
    const first = await ask('/')
    await createDepartment(context, { name: '雁书 </script> 集团', parentId: null, sort: 0 })
    const copyright = { name: 'systemCopyright', value: '© 2026 Yanshu', locked: false } as const
    await setSwitch(context, { scope: 'organisation' }, copyright)
    const page = await ask('/', { 'accept-encoding': 'br' })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
    const html = await page.text()
    const settings = /id="platform">(.*)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(settings)).toEqual({
      apiBase: '/api/',
      manifestKeys: [],
      remotesOrigin: '',
      allowOverride: false,
      sms: false,
      sso: false,
      domains: [TEST_DOMAIN],
      helpHost: '',
      mobileUrl: 'https://mail.example.org:9443/',
      organisation: '雁书 </script> 集团',
      copyright: '© 2026 Yanshu',
    })
    expect(html.match(/<\/script>/g)).toHaveLength(1)
    expect(page.headers.get('etag')).not.toBe(first.headers.get('etag'))
    const again = await ask('/', { 'accept-encoding': 'br', 'if-none-match': page.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    await createDepartment(context, { name: '第二家', parentId: null, sort: 1 })
    expect(await (await ask('/')).text()).not.toContain('集团')
  })

  test('an origin that remotes are published at is allowed for what they load, and the page is told it', async () => {
    const remotesUrl = 'https://static.example.org/bucket'
    const other = await startTestServer({ engine: 'sqlite', clientFolder: dist, remotesUrl })
    try {
      const page = await fetch(other.url)
      const policy = page.headers.get('content-security-policy') ?? ''
      for (const kind of ['script', 'style', 'font', 'connect']) {
        expect(policy).toContain(`${kind}-src 'self' https://static.example.org;`)
      }
      expect(policy).not.toContain('bucket')
      expect(page.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
      expect(await page.text()).toContain('"remotesOrigin":"https://static.example.org"')
    } finally {
      await other.stop()
    }
  })

  test('where builds of the own machine are allowed, the policy lets them in without a hash', async () => {
    const other = await startTestServer({ engine: 'sqlite', clientFolder: dist, allowOverride: true })
    try {
      const page = await fetch(other.url)
      const policy = page.headers.get('content-security-policy')
      expect(policy).toContain("script-src 'self' http://localhost:* http://127.0.0.1:*;")
      expect(policy).toContain('ws://localhost:*')
      expect(page.headers.get('integrity-policy')).toBeNull()
      expect(await page.text()).toContain('"allowOverride":true')
    } finally {
      await other.stop()
    }
  })

  test('nothing of the Host that a request names is in the headers of the page', async () => {
    // fetch lets no one choose the Host.
    const headers = await new Promise<object>((resolve, reject) => {
      const asked = get(server.url, { headers: { host: 'evil.test; script-src *' } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.headers))
      })
      asked.on('error', reject)
    })
    expect(headers).toHaveProperty('content-security-policy')
    expect(JSON.stringify(headers)).not.toContain('evil')
  })

  test('hashed files and remotes are cached for ever, others are requested each time', async () => {
    for (const name of ['/assets/main.0123abcd.js', '/r/remote-mail/1.0.0-abc/remoteEntry.js']) {
      const file = await ask(name)
      expect(file.headers.get('cache-control'), name).toContain('immutable')
      expect(file.headers.get('content-type'), name).toMatch(/^text\/javascript/)
    }
    expect((await ask('/sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  test('a file that was compressed when it was built is sent compressed', async () => {
    const packed = await ask('/assets/main.0123abcd.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(await packed.text()).toBe(SCRIPT)
    expect(brotliDecompressSync(brotliCompressSync(SCRIPT)).toString()).toBe(SCRIPT)
    const plain = await ask('/assets/main.0123abcd.js', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  test('each encoding of a file has a tag of its own, and is recognised by it', async () => {
    const asked = ['br', 'gzip', 'identity', 'br;q=0, gzip']
    const tags = new Map<string, string>()
    for (const encoding of asked) {
      const file = await ask('/assets/main.0123abcd.js', { 'accept-encoding': encoding })
      expect(await file.text()).toBe(SCRIPT)
      expect(file.headers.get('vary')).toBe('accept-encoding')
      tags.set(encoding, file.headers.get('etag') ?? '')
    }
    expect(new Set([tags.get('br'), tags.get('gzip'), tags.get('identity')]).size).toBe(3)
    expect(tags.get('br;q=0, gzip')).toBe(tags.get('gzip'))
    for (const encoding of asked) {
      const know = (tag: string) =>
        ask('/assets/main.0123abcd.js', { 'accept-encoding': encoding, 'if-none-match': tag })
      expect((await know(`"other", W/${tags.get(encoding)}`)).status).toBe(304)
      expect((await know('*')).status).toBe(304)
    }
    const plain = { 'accept-encoding': 'identity', 'if-none-match': tags.get('br') ?? '' }
    expect((await ask('/assets/main.0123abcd.js', plain)).status).toBe(200)
  })

  test('the page that mails are written into has a policy of its own', async () => {
    const frame = await ask('/mail-frame.html')
    const policy = frame.headers.get('content-security-policy') ?? ''
    expect(policy).toContain('sandbox')
    expect(policy).toContain("style-src 'unsafe-inline'")
    expect(policy).not.toContain('script-src')
  })

  test('a missing file is a 404 and never the page', async () => {
    for (const name of [
      '/inbox',
      '/r/remote-mail/1.0.0-abc/gone.js',
      '/r/',
      '/mf/other.json',
      '/assets/',
      '/r/../secret.txt',
    ]) {
      const answer = await ask(name)
      expect(answer.status, name).toBe(404)
      expect(await answer.text(), name).not.toContain('Yanshu')
    }
  })

  test('no file outside of the client is reached', async () => {
    for (const name of [
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/r/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/%00',
    ]) {
      const answer = await ask(name)
      expect(answer.status, name).toBe(404)
      expect(await answer.text(), name).not.toContain('secret')
    }
  })
})
