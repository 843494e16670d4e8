import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { candidateOf, providedVersions, type RemoteBuildRecord } from '@yanshu/build'
import { type Candidate, defaultOf, type Manifest, resolve } from '@yanshu/discovery'
import { buildsOf, compatibilityPage } from '../../tools/docs/compatibilityPage.ts'
import { addReleasedRemotes, readRelease, replaceHost } from '../../tools/release/releasedClient.ts'
import { apiOf, PASSWORD } from '../support/api.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, mailRows, pathOf } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { WITHOUT_MOVEMENT } from './still.ts'

test.use(WITHOUT_MOVEMENT)

/**
 * Both ways of the contract: released remotes on the host of this tree, and remotes of this tree on the released host.
 * `npm run release` makes the release.
 */
const release = readRelease()
const built = builtManifest()
const REMOTES = release.remotes.map(({ name }) => name)
const WAITING = { traffic: 0, default: false } as const
const CHOSEN = { traffic: 100, default: true } as const

const releasedOf = (name: string): RemoteBuildRecord => {
  const record = release.remotes.find((one) => one.name === name)
  if (!record) throw new Error(`${name} was not released`)
  return record
}

function newOf(name: string): Candidate {
  const candidate = defaultOf(built.discovery.microFrontends[name] ?? [])
  if (!candidate) throw new Error(`${name} was not built`)
  return candidate
}

interface Host {
  readonly what: 'the host of this tree' | 'the released host'
  readonly version: string
  readonly provided: Readonly<Record<string, string>>
}

const HOSTS: readonly Host[] = [
  {
    what: 'the host of this tree',
    version: built.minHost,
    provided: providedVersions(new URL('../../host', import.meta.url).pathname),
  },
  { what: 'the released host', version: release.host.version, provided: release.provided },
]

/** A manifest that offers these remotes as they were released and all others as they are now; what is not offered waits behind. */
function mixed({ version }: Host, released: readonly string[], revision: number): Manifest {
  const microFrontends = Object.fromEntries(
    Object.keys(built.discovery.microFrontends).map((name): [string, readonly Candidate[]] => {
      const now = newOf(name)
      if (!REMOTES.includes(name)) return [name, [now]]
      if (released.includes(name))
        return [name, [candidateOf(releasedOf(name), CHOSEN), { ...now, deployment: WAITING }]]
      return [name, [now, candidateOf(releasedOf(name), WAITING)]]
    }),
  )
  return { ...built, revision, minHost: version, discovery: { ...built.discovery, microFrontends } }
}

/** The builds that the host takes: where it does not have what a remote needs, the one behind it. */
function expectedBuilds(host: Host, manifest: Manifest): ReadonlyMap<string, string> {
  const base = 'http://localhost/'
  const resolution = resolve(manifest, {
    hostVersion: host.version,
    provided: host.provided,
    base,
    origins: [new URL(base).origin],
  })
  return new Map(
    REMOTES.map((name) => {
      const chosen = resolution.get(name)
      if (!chosen || !('urls' in chosen)) throw new Error(`${host.what} can use no version of ${name}`)
      return [name, new URL(chosen.urls[0] ?? base).pathname]
    }),
  )
}

test('docs/compatibility.md says what is tried here', () => {
  const written = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8')
  expect(written, 'run npm run docs:calls').toBe(compatibilityPage(buildsOf(release)))
})

type Work = (page: Page, server: OwnServer) => Promise<void>

const opensHeading =
  (path: string): Work =>
  async (page) => {
    await goTo(page, path)
    await expect(page.locator('main').getByRole('heading').filter({ visible: true }).first()).toBeVisible()
  }

/** What a person does in a day with each remote, in words that no version changes. */
const WORK: Readonly<Record<string, Work>> = {
  'remote-mail': async (page) => {
    await goTo(page, '/inbox')
    await mailRows(page).first().click()
    const mail = page.locator('article iframe').filter({ visible: true })
    await expect(mail.contentFrame().locator('.yanshu-mail')).toContainText(/\S/)
  },
  'remote-compose': async (page, server) => {
    await goTo(page, `/write/new/0?c=r${Date.now().toString(36)}`)
    const text = page.locator('[data-letter-text]').filter({ visible: true })
    const words = `写于 ${Date.now().toString(36)}`
    await text.click()
    await text.pressSequentially(words)
    await page.keyboard.press('Control+s')
    const api = await apiOf(server.url, 'admin')
    const { folderId } = await api.folder('drafts')
    const drafts = async () =>
      (await api.get('mail/email/mailbox/list', { mailboxId: folderId, pageSize: 50 })).list.map(
        ({ preview }) => preview,
      )
    await expect.poll(drafts).toContainEqual(expect.stringContaining(words))
  },
  'remote-addressbook': opensHeading('/addressbook/allcontacts'),
  'remote-calendar': opensHeading('/calendar'),
  'remote-settings': async (page) => {
    await goTo(page, '/set/normalset')
    await page.getByRole('radio', { name: 'English' }).first().check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.getByRole('radio', { name: '简体中文' }).first().check()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect(pathOf(page)).toContain('/set/normalset')
  },
}

/** Logs in by the form of the host. */
async function logIn(page: Page): Promise<void> {
  await page.goto('/#/inbox')
  await page.locator('[name=username]').fill('admin')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
}

/** Works with these remotes. */
async function workThrough(page: Page, server: OwnServer, remotes: readonly string[]): Promise<void> {
  await expect(mailRows(page).first()).toBeVisible()
  for (const name of remotes) {
    const work = WORK[name]
    if (!work) throw new Error(`nobody has written what is done with ${name}`)
    await work(page, server)
  }
}

for (const host of HOSTS) {
  const own = host.what === 'the host of this tree'
  /** Everything of the other side first, then one remote alone. */
  const mixes = [
    own ? REMOTES : [],
    ...REMOTES.map((name) => (own ? [name] : REMOTES.filter((other) => other !== name))),
  ]

  test.describe(host.what, () => {
    let server: OwnServer
    test.beforeAll(async ({ ownServer }) => {
      server = own ? ownServer : await startServer({ prepare: (client) => replaceHost(release, client) })
      addReleasedRemotes(release, server.client)
    })
    test.afterAll(() => (own ? unpublish(server) : server?.remove()))

    test(`${host.what} with ${own ? 'the released' : 'the new'} remotes, all of them and each alone`, async ({
      browser,
    }) => {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'zh-CN',
        viewport: { width: 1440, height: 900 },
      })
      const page = await context.newPage()
      let asked = new Set<string>()
      page.on('request', (request) => asked.add(new URL(request.url()).pathname))
      const thrown: string[] = []
      page.on('pageerror', (error) => thrown.push(`${error}`))
      for (const [at, released] of mixes.entries()) {
        const exchanged = own ? released : REMOTES.filter((name) => !released.includes(name))
        await test.step(exchanged.join(', '), async () => {
          const manifest = mixed(host, released, built.revision + 1 + at)
          publish(server, manifest)
          asked = new Set()
          if (at === 0) await logIn(page)
          else {
            await goTo(page, '/inbox')
            await page.reload()
          }
          await workThrough(page, server, exchanged)
          expect(thrown).toEqual([])
          const builds = expectedBuilds(host, manifest)
          for (const name of exchanged) expect([...asked]).toContain(builds.get(name))
        })
      }
      await context.close()
    })
  })
}
