import { expect, type Request } from '@playwright/test'
import type { Manifest } from '@yanshu/discovery'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'

/** The manifest of the build, asked for every second, with its mail remote changed. */
function changed(
  revision: number,
  change: (candidate: Manifest['discovery']['microFrontends'][string][number]) => void,
) {
  const manifest = structuredClone(builtManifest())
  for (const candidate of manifest.discovery.microFrontends['remote-mail'] ?? []) change(candidate)
  return { ...manifest, revision: manifest.revision + revision, ttlSeconds: 1 }
}

test.afterEach(({ ownServer }) => unpublish(ownServer))

test('a new revision is offered, postponed, and never at the cost of unsaved work', async ({ someone, ownServer }) => {
  publish(
    ownServer,
    changed(0, () => undefined),
  )
  const { page, words } = await someone({ user: 'li.na', server: ownServer.url })
  const said = words.shell.notices
  publish(
    ownServer,
    changed(1, ({ extras }) => Object.assign(extras.mf, { name: `${extras.mf.name}_next` })),
  )
  await expect(page.getByText(said.revision, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: said.refresh, exact: true }).first()).toBeVisible()
  await expect(mailRows(page).nth(1)).toBeVisible()

  // Once it is saved, the page offers to change again.
  await page.route('**/api/mail/email/drafts', () => undefined)
  await goTo(page, '/write/new/0?c=revision')
  await page.getByRole('textbox', { name: '主题' }).fill('还在写')
  await expect(page.getByText(said.revisionDirty, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: said.refresh, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: said.later, exact: true }).click()
  await expect(page.getByText(said.revisionDirty, { exact: true })).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a page that would not ask for an hour is told of a new revision by the push socket', async ({
  someone,
  ownServer,
}) => {
  const rarely = (manifest: Manifest): Manifest => ({ ...manifest, ttlSeconds: 3_600 })
  publish(ownServer, rarely(changed(0, () => undefined)))
  const { page, words, api } = await someone({ user: 'li.na', server: ownServer.url })
  await expect(mailRows(page).nth(1)).toBeVisible()
  // What it is told before its socket stands, it does not hear.
  const folderName = `推送${Date.now() % 100_000}`
  await api.post('mail/main/folder/save', { folderName })
  await expect(place(page, folderName)).toBeVisible()
  for (const path of ['/outbox', '/favorite']) await goTo(page, path)
  const tabs = page.getByRole('tablist').getByRole('tab')
  await expect(tabs).toHaveText([/\S/, /\S/, /\S/])
  const before = await tabs.allTextContents()
  publish(ownServer, rarely(changed(6, ({ extras }) => Object.assign(extras.mf, { name: `${extras.mf.name}_next` }))))
  await expect(page.getByText(words.shell.notices.revision, { exact: true })).toBeVisible()

  // The same tabs stand in the next version.
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: words.shell.notices.refresh, exact: true }).first().click()
  await loaded
  await expect.poll(() => tabs.allTextContents()).toEqual(before)
  await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
})

test('a version that is withdrawn leaves the page at once; the rest of it stays', async ({ someone, ownServer }) => {
  publish(
    ownServer,
    changed(2, () => undefined),
  )
  const { page, words } = await someone({ user: 'li.na', server: ownServer.url })
  await expect(mailRows(page).nth(1)).toBeVisible()
  publish(
    ownServer,
    changed(3, ({ extras }) =>
      Object.assign(extras, { rollout: { salt: 'e2e', ...extras.rollout, stage: 'revoked' } }),
    ),
  )
  await expect(page.getByText(words.shell.outlet.compatWhy)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    location.hash = '/set/normalset'
  })
  await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
})

test('given a manifest that does not answer, then the last good one brings the inbox, and the fresh one is offered when it comes', async ({
  someone,
  ownServer,
}) => {
  publish(
    ownServer,
    changed(4, () => undefined),
  )
  const { page, words } = await someone({ user: 'li.na', server: ownServer.url })
  await expect(mailRows(page).nth(1)).toBeVisible()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<Manifest>()
  await page.route('**/mf/manifest.json', async (route) => {
    asked.resolve()
    const json = await answered.promise
    // A question that the page has given up meanwhile is asked again.
    await route.fulfill({ json }).catch(() => undefined)
  })
  // The page before gives its own question up when it goes.
  const questions = new Set<Request>()
  let givenUp = false
  page.once('framenavigated', () => {
    page.on('request', (request) => request.url().endsWith('/mf/manifest.json') && questions.add(request))
    page.on('requestfailed', (request) => {
      givenUp ||= questions.has(request)
    })
  })
  const chosen = page.waitForRequest(/\/r\/remote-mail\/.*\/remoteEntry/).then(() => givenUp)
  await page.reload()
  await asked.promise
  // The page waits two seconds for the answer, which it would give up only after eight.
  expect(await chosen).toBe(false)
  await expect(mailRows(page).nth(1)).toBeVisible()
  answered.resolve(changed(5, ({ extras }) => Object.assign(extras.mf, { name: `${extras.mf.name}_next` })))
  await expect(page.getByText(words.shell.notices.revision, { exact: true })).toBeVisible()
})
