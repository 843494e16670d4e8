import { expect, type Page } from '@playwright/test'
import type { Manifest } from '@yanshu/discovery'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { enter, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'

const PIN = '4711'

/** The manifest of the build, asked for every second; in the stage `revoked` no page may run remote-mail. */
function manifest(revision: number, stage: 'stable' | 'revoked'): Manifest {
  const built = structuredClone(builtManifest())
  for (const { extras } of built.discovery.microFrontends['remote-mail'] ?? []) {
    Object.assign(extras, { rollout: { salt: 'e2e', stage } })
  }
  return { ...built, revision: built.revision + revision, ttlSeconds: 1 }
}

const asked = (page: Page, { revision }: Manifest) =>
  page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/mf/manifest.json') &&
      answer.status() === 200 &&
      (await answer.json().catch(() => null))?.revision === revision,
  )

test.afterEach(({ ownServer }) => unpublish(ownServer))

test('given a public page, when the version that fills it is withdrawn, then the page leaves it', async ({
  stranger,
  ownServer,
}) => {
  publish(ownServer, manifest(10, 'stable'))
  const { page, words, api, user } = await stranger({ user: 'li.na', server: ownServer.url })
  const [mail] = await api.inbox()
  if (!mail) throw new Error('li.na has no mail')
  await enter(page, user, `/print/${mail.mailboxId}/${mail.mailId}`)
  const sheet = page.getByRole('article', { name: mail.subject })
  await expect(sheet).toBeVisible()
  publish(ownServer, manifest(11, 'revoked'))
  await expect(page.getByText(words.shell.outlet.compatWhy)).toBeVisible()
  await expect(sheet).toHaveCount(0)
})

test('given a locked screen, when the version behind it is withdrawn, then it is not there any more after unlocking', async ({
  someone,
  ownServer,
}) => {
  publish(ownServer, manifest(20, 'stable'))
  const { page, words, api } = await someone({ user: 'wang.fang', server: ownServer.url })
  const { lock, topBar, outlet } = words.shell
  const { haspass } = await api.get('mail/main/lockScreen/isOpen')
  const password = haspass ? {} : { password: PIN }
  await api.post('mail/main/lockScreen/set', { flag: true, autoFlag: true, locktime: 10, ...password })
  await expect(mailRows(page).nth(1)).toBeVisible()
  await page.getByRole('button', { name: topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: topBar.lock }).click()
  await page.getByRole('button', { name: lock.lock, exact: true }).click()
  await expect(page.getByRole('heading', { name: lock.title })).toBeVisible()

  const revoked = manifest(21, 'revoked')
  const heard = asked(page, revoked)
  publish(ownServer, revoked)
  await heard
  await page.getByLabel(lock.password, { exact: true }).fill(PIN)
  await page.getByRole('button', { name: lock.unlock, exact: true }).click()
  await expect(page.getByText(outlet.compatWhy)).toBeVisible()
  await expect(mailRows(page)).toHaveCount(0)
})
