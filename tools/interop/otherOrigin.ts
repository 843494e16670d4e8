import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import type { Candidate, Manifest } from '../../shared/discovery/src/index.ts'
import { findTestBrowser } from '../chromium.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'
import { LI_NA, PASSWORD } from './people.ts'

const SHOWN_WITHIN_MS = 45_000
/** Its entry is changed after it was published. */
const TAMPERED = 'r/remote-settings/9.9.9-7a3e0000'

/** Remotes from the second origin, packed by the build and sent by nginx, in a browser with the page's strict policy. */
export async function loadFromOtherOrigin({ step }: InteropRun, organisation: Organisation): Promise<void> {
  const { page: machine, remotesOrigin } = organisation
  const built: Manifest = JSON.parse(readFileSync(machine.at('/opt/yanshu/dist/mf/manifest.json'), 'utf8'))
  const settings = theDefault(built, 'remote-settings')
  await step('nginx sends the packed files of the build from the disk, to pages of every origin', () =>
    requirePacked(remotesOrigin, settings),
  )
  const browser = await chromium.launch({
    ...(findTestBrowser() ? { executablePath: findTestBrowser() ?? '' } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await step(
      'A browser runs every remote from the other origin, and one that was changed there by nobody',
      async () => {
        publishAt(organisation, built, settings)
        await requireInBrowser(await browser.newContext(), organisation)
      },
    )
  } finally {
    await browser.close()
  }
}

function theDefault(manifest: Manifest, remote: string): Candidate {
  const found = manifest.discovery.microFrontends[remote]?.find(({ deployment }) => deployment.default)
  if (!found) throw new Error(`the build has no ${remote}`)
  return found
}

async function requirePacked(origin: string, { url }: Candidate): Promise<void> {
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(origin + url, {
      headers: { 'accept-encoding': encoding, origin: 'https://page.invalid' },
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-encoding'), encoding)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
  }
  for (const missing of ['/r/remote-mail/9.9.9-00000000/remoteEntry.js', '/', '/api/user/info', '/mf/manifest.json']) {
    const answer = await fetch(origin + missing)
    assert.equal(answer.status, 404)
    assert.doesNotMatch(await answer.text(), /<html/i)
  }
}

/**
 * Writes a manifest that names the other origin for every remote, and for the settings first a version whose entry was
 * changed there after its hash was taken.
 */
function publishAt({ page, remotesOrigin }: Organisation, built: Manifest, settings: Candidate): void {
  const from = path.dirname(page.at(`/opt/yanshu/dist${settings.url}`))
  const changed = path.join(page.at('/var/lib/yanshu'), TAMPERED)
  cpSync(from, changed, { recursive: true })
  const entry = path.basename(settings.url)
  for (const packed of ['.br', '.gz']) rmSync(path.join(changed, entry + packed), { force: true })
  writeFileSync(path.join(changed, entry), 'window.tampered = true')
  const there = (candidate: Candidate): Candidate => ({ ...candidate, url: remotesOrigin + candidate.url })
  const tampered: Candidate = {
    ...settings,
    url: `${remotesOrigin}/${TAMPERED}/${entry}`,
    extras: { ...settings.extras, mf: { ...settings.extras.mf, name: 'remote_settings_tampered' } },
  }
  const microFrontends = Object.fromEntries(
    Object.entries(built.discovery.microFrontends).map(([remote, candidates]) => [remote, candidates.map(there)]),
  )
  const behind = { ...there(settings), deployment: { traffic: 0, default: false } }
  const folder = path.join(page.at('/var/lib/yanshu'), 'mf')
  mkdirSync(folder, { recursive: true })
  const manifest: Manifest = {
    ...built,
    revision: built.revision + 1_000,
    discovery: { ...built.discovery, microFrontends: { ...microFrontends, 'remote-settings': [tampered, behind] } },
  }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
}

async function requireInBrowser(context: BrowserContext, { front, remotesOrigin }: Organisation): Promise<void> {
  const page = await context.newPage()
  page.setDefaultTimeout(SHOWN_WITHIN_MS)
  const scripts: { readonly url: string; readonly encoding: string }[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (!/\/r\/.*\.js/.test(url)) return
    scripts.push({ url, encoding: response.headers()['content-encoding'] ?? '' })
  })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      violations.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  await until('the manifest with the other origin is served', async () =>
    (await (await fetch(`${front}/mf/manifest.json`)).text()).includes(TAMPERED),
  )
  await page.goto(`${front}/#/set/normalset`)
  await page.locator('[name=username]').fill(LI_NA)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=password]').press('Enter')
  await page.locator('#main form, #main [role=radiogroup], #main [role=switch]').first().waitFor()
  const elsewhere = scripts.filter(({ url }) => !url.startsWith(`${remotesOrigin}/r/`))
  assert.deepEqual(elsewhere, [])
  assert.ok(scripts.length > 3, `only ${scripts.length} scripts came`)
  assert.ok(scripts.some(({ encoding }) => encoding === 'br'))
  assert.ok(scripts.some(({ url }) => url.includes(TAMPERED)))
  assert.equal(await page.evaluate(() => Reflect.get(window, 'tampered')), undefined)
  assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'violations')), [])
}
