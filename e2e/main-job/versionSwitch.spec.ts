import { expect, type Page } from '@playwright/test'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import { defaultOf, withCandidates } from './brokenBuild.ts'
import { buildNext, NEXT, waiting } from './nextBuild.ts'

const TITLE = '常规设置'

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

/** Opens places of the other remotes as well; of each module that they share the page has one version. */
async function oneOfEach(page: Page): Promise<void> {
  await goTo(page, '/inbox')
  await expect(mailRows(page).first()).toBeVisible()
  await goTo(page, '/write/new/0?c=singletons')
  await expect(page.getByRole('textbox', { name: '主题' })).toBeVisible()
  const copies = await page.evaluate(() => {
    const { __INSTANCES__: instances } = Reflect.get(globalThis, '__FEDERATION__')
    const found: { name: string; versions: string[] }[] = []
    for (const [name, versions] of Object.entries<Record<string, { loaded?: boolean }>>(
      instances[0].shareScopeMap.default,
    )) {
      const used = Object.entries(versions)
      found.push({ name, versions: used.map(([version]) => version) })
    }
    return found
  })
  expect(copies.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@yanshu/shell-api', '@yanshu/ui']),
  )
  for (const { name, versions } of copies) expect([name, versions.length]).toEqual([name, 1])
}

test('given only an edited manifest, then new pages have the next version, running pages are told, it goes back as easily, and with every remote on the page there is one copy of each singleton', async ({
  someone,
  ownServer,
}) => {
  const built = builtManifest()
  const now = defaultOf(built, 'remote-settings')
  const next = await buildNext(ownServer.client, 'remote-settings')
  try {
    const { page, words, context, seen } = await someone({
      user: 'admin',
      path: '/set/normalset',
      server: ownServer.url,
      serviceWorker: true,
    })
    await expect(heading(page)).toHaveText(TITLE)

    publish(ownServer, withCandidates(built, 'remote-settings', [next, waiting(now)]))
    const second = await context.newPage()
    await second.goto('/#/set/normalset')
    await expect(heading(second)).toHaveText(`${TITLE}${NEXT}`)
    // The page that runs keeps its version and gets the new one when it asks again.
    await expect(heading(page)).toHaveText(TITLE)
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(page.getByText(words.shell.notices.revision)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('button', { name: words.shell.notices.refresh, exact: true }).click()
    await expect(heading(page)).toHaveText(`${TITLE}${NEXT}`)

    unpublish(ownServer)
    await second.reload()
    await expect(heading(second)).toHaveText(TITLE)
    expect(seen.violations).toEqual([])

    await test.step('with every remote on the page there is one copy of each singleton', () => oneOfEach(second))
  } finally {
    unpublish(ownServer)
  }
})
