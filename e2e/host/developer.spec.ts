import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { WORDS } from '../../host/src/developer/words.ts'
import { violations } from '../support/axe.ts'
import { startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const words = WORDS.zh
const REMOTE = 'remote-settings'
const OWN = '本机构建的设置'
/** What a development build of the settings defines, with one view. */
const LOCAL_BUILD = `var remote_settings__dev = {
  init: () => undefined,
  get: async () => () => ({ default: {
    contract: { name: '${REMOTE}', major: 1 },
    routes: [{ path: 'set/*', load: async () => ({ default: () => '${OWN}' }) }],
    i18n: { ns: '${REMOTE}', load: async () => ({ default: {} }) },
  } }),
}`

/** A developer's own machine, as the tools of development serve a remote from it. */
async function serveLocalBuild() {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(LOCAL_BUILD)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}/remoteEntry.js`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: '常规设置' }).filter({ visible: true })
const bar = (page: Page) => page.getByRole('status').filter({ hasText: words.bar })

test('where the platform allows it, a developer puts a build of their machine in the place of a remote, sees it said, and takes it back', async ({
  someone,
}) => {
  const local = await serveLocalBuild()
  const server = await startServer({ settings: { YANSHU_ALLOW_OVERRIDE: '1' } })
  try {
    const { page, seen } = await someone({ user: 'li.na', path: '/set/normalset', server: server.url })
    await expect(heading(page)).toBeVisible()
    const dialog = page.getByRole('dialog', { name: words.title })
    await expect(async () => {
      await page.keyboard.press('Alt+m')
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await dialog.getByLabel(REMOTE, { exact: true }).fill('https://elsewhere.example/remoteEntry.js')
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(dialog.getByText(words.foreign)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel(REMOTE, { exact: true }).fill(local.address)
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(OWN)).toBeVisible()
    await expect(bar(page)).toContainText(REMOTE)

    await page.goto(`${server.url}/?mf#/set/normalset`)
    await expect(dialog.getByLabel(REMOTE, { exact: true })).toHaveValue(local.address)
    await expect(dialog.getByText(words.running.replace('{version}', words.local))).toBeVisible()
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: words.reset }).click()
    await expect(heading(page)).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    expect(seen.violations).toEqual([])
  } finally {
    await server.remove()
    local.stop()
  }
})
