import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { newPrivateKey, publicKeyOf, signManifest } from '../../deploy/src/keys.ts'
import { builtManifest, publish } from '../support/manifest.ts'
import { fillLogin } from '../support/people.ts'
import { CLIENT, type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { WORDS } from '../support/words.ts'

const pem = newPrivateKey()
const signed = signManifest({ ...builtManifest(), revision: 7, reason: 'signed by the operator' }, pem)
/** Changed on its way, with the signature that it had. */
const changed = { ...signed, revision: 8, ttlSeconds: 1 }

let folder: string
let server: OwnServer

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-keys-'))
  const keys = path.join(folder, 'keys.json')
  writeFileSync(keys, JSON.stringify({ keys: [publicKeyOf(pem)] }))
  server = await startServer({ client: CLIENT, settings: { YANSHU_MANIFEST_KEYS: keys } })
  publish(server, signed)
})
test.afterAll(async () => {
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Gives the page the changed manifest, and collects what its console has. */
async function withChangedManifest(page: Page): Promise<readonly string[]> {
  const said: string[] = []
  page.on('console', (line) => said.push(line.text()))
  await page.route('**/mf/manifest.json', (route) => route.fulfill({ json: changed }))
  return said
}

test('given keys of the operator, then a page takes a signed manifest and goes on with it when a changed one comes', async ({
  page,
}) => {
  await page.goto(`${server.url}/#/inbox`)
  await fillLogin({ page, user: 'zhang.wei', words: WORDS.zh })
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()

  const said = await withChangedManifest(page)
  await page.reload()
  await expect(rows.nth(2)).toBeVisible()
  await expect.poll(() => said.join('\n')).toContain('its signature by the key')
})

test('given no manifest that was signed, then a page loads no remote', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'zh-CN' })
  const said = await withChangedManifest(page)
  const remotes: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/r/')) remotes.push(request.url())
  })
  await page.goto(`${server.url}/#/inbox`)
  await fillLogin({ page, user: 'zhang.wei', words: WORDS.zh })
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  expect(said.join('\n')).toContain('its signature by the key')
  expect(remotes).toEqual([])
  await page.close()
})
