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

type Extras = Manifest['discovery']['microFrontends'][string][number]['extras']
const rename = ({ extras }: { extras: Extras }) => Object.assign(extras.mf, { name: `${extras.mf.name}_next` })

test('a new revision is told of by push or asked for, offered, postponed and never at the cost of unsaved work; one without an answer is waited for shortly; a withdrawn version leaves', async ({
  someone,
  ownServer,
}) => {
  const rarely = (manifest: Manifest): Manifest => ({ ...manifest, ttlSeconds: 3_600 })
  const asBuilt = () => undefined
  publish(ownServer, rarely(changed(0, asBuilt)))
  const { page, words, api } = await someone({ user: 'li.na', server: ownServer.url })
  const said = words.shell.notices
  const offered = page.getByText(said.revision, { exact: true })
  const refresh = page.getByRole('button', { name: said.refresh, exact: true })
  await expect(mailRows(page).nth(1)).toBeVisible()

  await test.step('a page that would not ask for an hour is told of a new revision by the push socket', async () => {
    // A push that is sent before its socket stands does not reach it.
    const folderName = `推送${Date.now() % 100_000}`
    await api.post('mail/main/folder/save', { folderName })
    await expect(place(page, folderName)).toBeVisible()
    for (const path of ['/outbox', '/favorite', '/inbox']) await goTo(page, path)
    const tabs = page.getByRole('tablist').getByRole('tab')
    await expect(tabs).toHaveText([/\S/, /\S/, /\S/])
    await tabs.nth(2).click()
    const before = await tabs.allTextContents()
    publish(ownServer, rarely(changed(1, rename)))
    await expect(offered).toBeVisible()

    // The same tabs stand in the next version.
    const loaded = page.waitForEvent('load')
    await refresh.first().click()
    await loaded
    await expect.poll(() => tabs.allTextContents()).toEqual(before)
    await expect(tabs.nth(2)).toHaveAttribute('aria-selected', 'true')
    await goTo(page, '/inbox')
  })

  await test.step('given a manifest that does not answer, then the last good one brings the inbox, and the fresh one is offered when it comes', async () => {
    publish(ownServer, changed(2, asBuilt))
    await page.reload()
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
    publish(ownServer, changed(3, rename))
    answered.resolve(changed(3, rename))
    await expect(offered).toBeVisible()
    await page.unroute('**/mf/manifest.json')
  })

  await test.step('a new revision is offered, postponed, and never at the cost of unsaved work', async () => {
    await expect(refresh.first()).toBeVisible()
    // Once it is saved, the page offers to change again.
    await page.route('**/api/mail/email/drafts', () => undefined)
    await goTo(page, '/write/new/0?c=revision')
    await page.getByRole('textbox', { name: '主题' }).fill('还在写')
    await expect(page.getByText(said.revisionDirty, { exact: true })).toBeVisible()
    await expect(refresh).toHaveCount(0)
    await page.getByRole('button', { name: said.later, exact: true }).click()
    await expect(page.getByText(said.revisionDirty, { exact: true })).toBeHidden()
  })

  await test.step('a version that is withdrawn leaves the page at once; the rest of it stays', async () => {
    await goTo(page, '/inbox')
    await expect(mailRows(page).nth(1)).toBeVisible()
    publish(
      ownServer,
      changed(4, ({ extras }) =>
        Object.assign(extras, { rollout: { salt: 'e2e', ...extras.rollout, stage: 'revoked' } }),
      ),
    )
    await expect(page.getByText(words.shell.outlet.compatWhy)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, '/set/normalset')
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
