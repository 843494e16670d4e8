import assert from 'node:assert/strict'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { writeBuild } from '../../deploy/test/installation.ts'
import { defaultOf, type Manifest } from '../../shared/discovery/src/index.ts'
import { findTestBrowser } from '../chromium.ts'
import { type BareOperator, WORK } from './bareOperations.ts'
import { run as runProgram } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import { LI_NA, PASSWORD } from './people.ts'
import { NEXT_VERSION, type TwoBuilds } from './twoBuilds.ts'

const SITE = 'https://mail.example.org'
const SHOWN_WITHIN_MS = 45_000
const OWN = 'remote-notes'
const KEY = '--key ~/manifest-key.pem'

/** A browser that has the machine's network, and believes the certificate that the run has made. */
function openBrowser({ machine }: BareOperator, folder: string): Promise<Browser> {
  const program = findTestBrowser() ?? chromium.executablePath()
  return chromium.launch({
    executablePath: machine.inItsNetwork(path.join(folder, 'browser-in-the-machine'), program),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--host-resolver-rules=MAP mail.example.org 127.0.0.1',
      '--ignore-certificate-errors',
    ],
  })
}

/** A page, with the paths of the scripts that came and of the files that did not, and what its console has. */
interface OpenPage {
  readonly page: Page
  readonly scripts: string[]
  readonly missing: string[]
  readonly console: string[]
}

async function openPage(context: BrowserContext, hash: string): Promise<OpenPage> {
  const page = await context.newPage()
  page.setDefaultTimeout(SHOWN_WITHIN_MS)
  const scripts: string[] = []
  const missing: string[] = []
  const lines: string[] = []
  page.on('console', (message) => lines.push(message.text()))
  page.on('pageerror', (error) => lines.push(String(error)))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) (response.ok() ? scripts : missing).push(pathname)
  })
  await page.goto(`${SITE}/#${hash}`)
  return { page, scripts, missing, console: lines }
}

async function logIn({ page }: OpenPage): Promise<void> {
  await page.locator('[name=username]').fill(LI_NA)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
}

const go = ({ page }: OpenPage, hash: string) => page.evaluate((to) => location.assign(`#${to}`), hash)

/** Waits until something is shown. Throws with the text of the page and its console where it is not. */
async function shown({ page, console: lines }: OpenPage, wanted: Locator): Promise<void> {
  try {
    await wanted.filter({ visible: true }).first().waitFor()
  } catch (cause) {
    throw new Error(`${page.url()} shows:\n${await page.locator('body').ariaSnapshot()}\n${lines.join('\n')}`, {
      cause,
    })
  }
}
const mailShown = (opened: OpenPage) => shown(opened, opened.page.getByText('by Postfix'))
const headingShown = (opened: OpenPage) => shown(opened, opened.page.locator('#main h1, #main h2'))
const settingsShown = (opened: OpenPage) =>
  shown(opened, opened.page.locator('#main form, #main [role=radiogroup], #main [role=switch]'))

const served = (page: BareOperator): Manifest => JSON.parse(page.get(`-k ${SITE}/mf/manifest.json`).text)

const defaultUrl = ({ discovery }: Manifest, remote: string): string =>
  defaultOf(discovery.microFrontends[remote] ?? [])?.url ?? ''

/** `version: stage, percentage` of every version of a remote, without what names a build. */
const versionsOf = ({ discovery }: Manifest, remote: string): string[] =>
  (discovery.microFrontends[remote] ?? []).map((one) =>
    [
      one.metadata.version,
      one.extras.rollout?.stage ?? 'stable',
      one.deployment.default ? 'default' : one.deployment.traffic,
    ].join(' '),
  )

/** What operators have decided before the upgrade, by signed manifests: one of each kind. */
async function decide(page: BareOperator): Promise<string> {
  page.run('keys')
  page.command('install -m 0644 keys.json /etc/yanshu/manifest-keys.json')
  page.command('echo YANSHU_MANIFEST_KEYS=/etc/yanshu/manifest-keys.json >> /etc/yanshu/environment')
  page.command('systemctl restart yanshu yanshu@8081')
  await page.ready()
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await writeBuild(page.machine.at(WORK), { remote: OWN, version })
    page.command(`remotes publish r/${OWN}/${version}-0a1b2c3d -m "our own" ${KEY}`)
  }
  const pinned = served(page).discovery.microFrontends['remote-settings']?.[0]
  assert.ok(pinned)
  for (const change of [
    `promote ${OWN} 1.1.0 --to 10`,
    `promote ${OWN} 1.2.0 --to 1`,
    `revoke ${OWN} 1.2.0`,
    `pin remote-settings ${pinned.metadata.version}-${pinned.extras.build?.id}`,
    'disable remote-addressbook',
  ]) {
    page.command(`remotes ${change} -m "before the upgrade" ${KEY}`)
  }
  page.command('yanshu check')
  return pinned.url
}

/** That what was decided before holds, whichever build is installed. */
function requireDecisions(manifest: Manifest, pinned: string): void {
  assert.equal(defaultUrl(manifest, 'remote-settings'), pinned)
  const own = versionsOf(manifest, OWN)
  assert.ok(
    own.some((one) => /^1\.0\.0 .* default$/.test(one)),
    own.join(),
  )
  assert.ok(
    own.some((one) => /^1\.1\.0 canary 10$/.test(one)),
    own.join(),
  )
  assert.ok(
    own.some((one) => /^1\.2\.0 revoked 0$/.test(one)),
    own.join(),
  )
  const off = versionsOf(manifest, 'remote-addressbook')
  assert.ok(
    off.every((one) => / disabled /.test(one)),
    off.join(),
  )
}

/** Switches to an installation that is there, by a block of the page, and signs before the restart. */
async function switchTo(page: BareOperator, block: 'upgrade' | 'downgrade', folder: string): Promise<void> {
  const commands = [...page.commandsOf(block)]
  const check = commands.indexOf('yanshu check')
  assert.ok(check > 0)
  for (const command of commands.slice(0, check)) page.command(command)
  assert.equal(page.command('readlink /opt/yanshu'), `${folder}\n`)
  assert.throws(() => page.command('yanshu check'), /is served without a signature\. .* remotes keys sign --key FILE/)
  assert.match(page.command('remotes status'), /^Another build is installed than this was written for:$/m)
  page.run('sign')
  for (const command of commands.slice(check)) page.command(command)
  page.command('systemctl restart yanshu@8081')
  await page.ready()
  await page.ready(8081)
  assert.match(page.get('http://127.0.0.1:8080/readyz').text, /revision \d+ is served"/)
}

/** Between two checks of what a page has fetched, in milliseconds. */
const FETCHES_WITHIN_MS = 3_000

/** Waits until a page has fetched what it fetches ahead when it has nothing else to do: the build before has none of it. */
async function fetchedAhead({ page, scripts }: Awaited<ReturnType<typeof openPage>>): Promise<void> {
  for (let before = -1; before !== scripts.length; ) {
    before = scripts.length
    await page.waitForTimeout(FETCHES_WITHIN_MS)
  }
}

/** An upgrade between two builds with decisions of operators in force, and back, as people see it in a browser. */
export async function upgradeBareMachine(run: InteropRun, page: BareOperator, builds: TwoBuilds): Promise<void> {
  const { step, folder } = run
  const browser = await openBrowser(page, folder)
  run.atEnd(() => browser.close())
  const context = await browser.newContext({ locale: 'zh-CN' })
  const pinned = await step('Before an upgrade operators publish, promote, revoke, pin and disable, and sign it', () =>
    decide(page),
  )
  const first = served(page)
  requireDecisions(first, pinned)
  const old = await step('A person reads mail in the browser with the old client', async () => {
    const opened = await openPage(context, '/inbox')
    await logIn(opened)
    await mailShown(opened)
    assert.ok(opened.scripts.some((one) => one === defaultUrl(first, 'remote-mail')))
    return opened
  })
  const second = await step('Another build is laid beside it, signed for, and started in its place', async () => {
    page.command('rm -r /tmp/yanshu')
    runProgram('cp', ['-al', builds.next, page.machine.at('/tmp/yanshu')])
    page.run('unpack')
    await switchTo(page, 'upgrade', '/opt/yanshu-0.2.0')
    return served(page)
  })
  await step('Versions of the new build are given, but where operators decided otherwise', () => {
    requireDecisions(second, pinned)
    assert.match(defaultUrl(second, 'remote-mail'), new RegExp(`/r/remote-mail/${NEXT_VERSION}-`))
    assert.ok(second.signature)
    page.command('remotes verify')
  })
  await step('The page of before goes on with its own files, and a new one has the new versions', async () => {
    await go(old, '/calendar')
    await headingShown(old)
    assert.ok(
      old.scripts.some((one) => one === defaultUrl(first, 'remote-calendar')),
      old.scripts.join('\n'),
    )
    assert.deepEqual(old.missing, [])
    const opened = await openPage(context, '/inbox')
    await mailShown(opened)
    await go(opened, '/set/normalset')
    await settingsShown(opened)
    for (const url of [defaultUrl(second, 'remote-mail'), pinned]) assert.ok(opened.scripts.includes(url), url)
    assert.deepEqual(opened.missing, [])
    await opened.page.close()
  })
  await step('The way back is the same, and a page of the new build goes on', async () => {
    const newer = await openPage(context, '/inbox')
    await mailShown(newer)
    await fetchedAhead(newer)
    await switchTo(page, 'downgrade', '/opt/yanshu-0.1.0')
    const third = served(page)
    requireDecisions(third, pinned)
    assert.equal(defaultUrl(third, 'remote-mail'), defaultUrl(first, 'remote-mail'))
    await go(newer, '/calendar')
    await headingShown(newer)
    assert.ok(newer.scripts.includes(defaultUrl(second, 'remote-calendar')))
    assert.deepEqual(newer.missing, [])
    const opened = await openPage(context, '/inbox')
    await mailShown(opened)
    assert.ok(opened.scripts.includes(defaultUrl(third, 'remote-mail')))
    assert.deepEqual(opened.missing, [])
    assert.equal(page.command('find /var/lib/yanshu -not -user yanshu -o -type d -perm /077'), '')
  })
  await browser.close()
}
