import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, type Route } from '@playwright/test'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { enter, goTo, mailRows } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { anyValues } from '../support/words.ts'
import { defaultOf, withCandidates } from './brokenBuild.ts'
import { buildNext, NEXT, waiting } from './nextBuild.ts'
import { WITHOUT_MOVEMENT } from './still.ts'

test.use(WITHOUT_MOVEMENT)

const alerts = (page: Page) => page.getByRole('alert').filter({ visible: true })
const card = (page: Page, text: string) => alerts(page).filter({ hasText: anyValues(text) })

/** Requests for chunks of a version of a remote, with or without the query of a further try. */
const chunks = (remote: string, name: string, version = '*') =>
  new RegExp(`/r/${remote}/${version.replaceAll('.', '\\.').replace('*', '[^/]*')}-[0-9a-f]+/${name}\\.[0-9a-f]+\\.js`)

/** Damages a file of a build under the server, with its compressed copies removed. Returns how to repair it. */
function tamper(server: OwnServer, folder: string, name: RegExp): () => void {
  const directory = path.join(server.client, folder)
  const file = readdirSync(directory).find((one) => name.test(one))
  if (!file) throw new Error(`${folder} has no ${name}`)
  const full = path.join(directory, file)
  const good = readFileSync(full)
  for (const suffix of ['.br', '.gz']) renameSync(full + suffix, `${full}${suffix}.away`)
  writeFileSync(full, `${good}\n;window.tampered = true`)
  return () => {
    writeFileSync(full, good)
    for (const suffix of ['.br', '.gz']) renameSync(`${full}${suffix}.away`, full + suffix)
  }
}

test('given chunks and style sheets whose first request is cut off, then everything comes without a word', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'admin' })
  const { page } = person
  const cut: string[] = []
  const cutFirst = async (route: Route) => {
    const file = new URL(route.request().url()).pathname
    if (cut.includes(file)) return route.continue()
    cut.push(file)
    return route.abort()
  }
  await page.route(/\/r\/remote-mail\/[^/]+\/(remote|reading)\.[0-9a-f]+\.(js|css)/, cutFirst)
  await page.route(/\/app\/(shell|ui-letter)\.[0-9a-f]+\.js/, cutFirst)
  await enter(page, person.user, '/inbox')
  // Rows of a list that is still asked for are busy, and no mail to click on.
  await page.locator('[role=grid] [role=row]:not([aria-busy])').filter({ visible: true }).first().click()
  await expect(page.locator('iframe').filter({ visible: true }).first()).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
  // What is fetched ahead comes after the mail.
  await expect.poll(() => cut.length).toBeGreaterThanOrEqual(6)
  expect(person.seen.violations).toEqual([])
})

test('given versions whose chunks are lost for good, then slot and outlet take the earlier one, and a letter begun stays with a card while a new one has the earlier version', async ({
  stranger,
  ownServer,
}) => {
  const built = builtManifest()
  const nextMail = await buildNext(ownServer.client, 'remote-mail')
  const nextCompose = await buildNext(ownServer.client, 'remote-compose')
  const both = withCandidates(
    withCandidates(built, 'remote-mail', [nextMail, waiting(defaultOf(built, 'remote-mail'))]),
    'remote-compose',
    [nextCompose, waiting(defaultOf(built, 'remote-compose'))],
  )
  try {
    publish(ownServer, both)
    const { page, words, user } = await stranger({ user: 'admin', server: ownServer.url })

    // The view of a letter comes, the editor's own chunk never, not even when it is fetched ahead.
    await page.route(chunks('remote-compose', '\\d+', NEXT), async (route) => {
      const response = await route.fetch()
      const isEditor = (await response.text()).includes('editor.hint')
      await route.fulfill(isEditor ? { status: 404, body: 'not found' } : { response })
    })

    await test.step('a view that is lost for good: slot and outlet take the earlier version', async () => {
      let asked = 0
      await page.route(chunks('remote-mail', 'remote', NEXT), (route) => {
        asked += 1
        return route.fulfill({ status: 404, body: 'not found' })
      })
      await enter(page, user, '/set/normalset')
      await expect(page.getByRole('combobox', { name: words.mail.search.keyword })).toBeVisible()
      expect(asked).toBeGreaterThan(1)
      await goTo(page, '/inbox')
      await expect(mailRows(page).first()).toBeVisible()
      await expect(alerts(page)).toHaveCount(0)
    })

    await test.step('an editor that is lost for good: the letter begun stays with a card, and a new one has the earlier version', async () => {
      const subject = page.getByRole('textbox', { name: words.compose.fields.subject }).filter({ visible: true })
      const text = page.getByRole('textbox', { name: words.compose.editor.label }).filter({ visible: true })
      const held: Route[] = []
      await page.route('**/api/mail/email/drafts', (route) => void held.push(route))
      await goTo(page, '/write/new/0?c=kept')
      await subject.fill('秋雁')
      await expect(card(page, words.shell.outlet.kept)).toBeVisible()
      await expect(card(page, words.shell.outlet.load)).toBeVisible()
      await expect(subject).toHaveValue('秋雁')

      await goTo(page, '/write/new/0?c=another')
      await expect(text).toBeVisible()
      await goTo(page, '/write/new/0?c=kept')
      await expect(subject).toHaveValue('秋雁')

      await page.unroute('**/api/mail/email/drafts')
      // One that the page gave up meanwhile cannot be answered any more.
      for (const route of held) await route.continue().catch(() => undefined)
      // Saved, and still not changed while the person writes.
      const change = card(page, words.shell.outlet.kept).getByRole('button', { name: words.shell.outlet.keptSwitch })
      await expect(change).toBeVisible()
      await expect(subject).toHaveValue('秋雁')
      await change.click()
      await expect(text).toBeVisible()
      await expect(alerts(page)).toHaveCount(0)
    })
  } finally {
    unpublish(ownServer)
  }
})

test('given a service worker that met a bad file, when the file is repaired, then retry shows it and so does the next visit', async ({
  someone,
  ownServer,
}) => {
  const built = builtManifest()
  const only = defaultOf(built, 'remote-settings')
  const folder = path.dirname(only.url)
  publish(ownServer, withCandidates(built, 'remote-settings', [only]))
  const { page, words } = await someone({
    user: 'admin',
    path: '/inbox',
    server: ownServer.url,
    serviceWorker: true,
  })
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(mailRows(page).first()).toBeVisible()
  const heading = page.getByRole('heading', { level: 1, name: words.settings.pages.normalset })
  const repair = tamper(ownServer, folder, /^settings\.[0-9a-f]+\.js$/)
  try {
    await goTo(page, '/set/normalset')
    await expect(card(page, words.shell.outlet.integrity)).toBeVisible()
    repair()
    expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
    await alerts(page).getByRole('button', { name: words.ui.retry }).click()
    await expect(heading).toBeVisible()
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(alerts(page)).toHaveCount(0)
  } finally {
    unpublish(ownServer)
  }
})
