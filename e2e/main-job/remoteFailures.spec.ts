import { expect, type Page, type Route } from '@playwright/test'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { enter, goTo, mailRows, type Person, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { anyValues } from '../support/words.ts'
import { defaultOf, throwingBuild, withCandidates } from './brokenBuild.ts'
import { waiting } from './nextBuild.ts'
import { WITHOUT_MOVEMENT } from './still.ts'

test.use(WITHOUT_MOVEMENT)

/** With or without the query that marks a further try. */
const ENTRY = '**/r/remote-mail/**/remoteEntry.*.js*'
/** From here on the page shows that it takes long. */
const SLOW_MS = 8_000

const card = (page: Page, text: string) =>
  page
    .getByRole('alert')
    .filter({ visible: true })
    .filter({ hasText: anyValues(text) })

/** Shell and other remotes work as before. */
async function allElseLives({ page, words }: Person) {
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await goTo(page, '/set/normalset')
  await expect(page.getByRole('heading', { level: 1, name: words.settings.pages.normalset })).toBeVisible()
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await expect(page.getByRole('menuitem', { name: words.shell.topBar.signOut })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, '/inbox')
}

test('given an entry that is not there, that never arrives or that was tampered with, then the outlet says so and all else lives', async ({
  stranger,
}) => {
  const person = await stranger({ user: 'admin' })
  const { page, words } = person
  const { outlet } = words.shell

  await test.step('an entry that is not there: the outlet says so, and trying again mends it', async () => {
    await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: 'not found' }))
    await enter(page, person.user, '/inbox')
    await expect(card(page, outlet.load)).toBeVisible()
    await expect(card(page, outlet.load)).toContainText('MF-LOAD remote-mail')
    await allElseLives(person)
    await page.unroute(ENTRY)
    await card(page, outlet.load).getByRole('button', { name: words.ui.retry }).click()
    // An attempt that was on its way by itself, with its pauses, ends first.
    await expect(mailRows(page).first()).toBeVisible()
    expect(person.seen.violations).toEqual([])
  })

  await test.step('an entry that was tampered with: it is not run, and the outlet says why', async () => {
    // Left first, so that nothing that the page was fetching ahead is damaged halfway.
    await page.goto('about:blank')
    await page.route(ENTRY, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `window.tampered = true\n${await response.text()}` })
    })
    await page.goto('/#/inbox')
    await expect(card(page, outlet.integrity)).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'tampered'))).toBeUndefined()
    await allElseLives(person)
    expect(person.seen.violations).toEqual([])
    // The page may be trying again; an answer that comes after the end is no error.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('an entry that never arrives: a skeleton, and a word after eight seconds', async () => {
    await page.goto('about:blank')
    const held: Route[] = []
    let hanging = true
    await page.route(ENTRY, async (route) => {
      if (hanging) held.push(route)
      else await route.continue()
    })
    await page.goto('/#/inbox')
    await expect(page.getByRole('status', { name: outlet.loading }).filter({ visible: true })).toBeVisible()
    await expect(page.getByText(outlet.slow)).toBeHidden()
    await expect(page.getByText(outlet.slow)).toBeVisible({ timeout: SLOW_MS + 4_000 })
    await allElseLives(person)
    hanging = false
    // A request that the page gave up meanwhile cannot be answered any more.
    for (const route of held) await route.continue().catch(() => undefined)
    // After half a minute without the entry the page asks no more by itself.
    const again = card(page, outlet.load).getByRole('button', { name: words.ui.retry })
    await expect(mailRows(page).or(again).first()).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(mailRows(page).first()).toBeVisible()
    expect(person.seen.violations).toEqual([])
  })
})

test('given a published build that throws while starting, then the outlet says so and all else lives; with an earlier build, that one runs', async ({
  someone,
  ownServer,
}) => {
  const built = builtManifest()
  const good = defaultOf(built, 'remote-mail')
  const throwing = throwingBuild(ownServer.client, good)
  try {
    publish(ownServer, withCandidates(built, 'remote-mail', [throwing]))
    const person = await someone({ user: 'admin', path: '/inbox', server: ownServer.url })
    const { page, words } = person
    await expect(card(page, words.shell.outlet.evaluate)).toBeVisible()
    await allElseLives(person)

    publish(ownServer, withCandidates(built, 'remote-mail', [throwing, waiting(good)]))
    await page.reload()
    await expect(mailRows(page).first()).toBeVisible()
    expect(person.seen.violations).toEqual([])
  } finally {
    unpublish(ownServer)
  }
})
