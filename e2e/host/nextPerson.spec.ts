import { expect, type Page, type Route } from '@playwright/test'
import { fillLogin, mailRows, type Person, place } from '../support/people.ts'
import { test } from '../support/test.ts'

const LISTS_CHUNK = '**/r/remote-mail/**/remote.*.js*'
const FOLDERS = '**/api/mail/main/folder/list*'

/** Signs out by the menu of the top bar and waits for the login page. */
async function signOut({ page, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
  await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
}

const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, path)

const named = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })

test('given a lists chunk that was lost once, when another person signs in, then nothing of the first is shown', async ({
  stranger,
}) => {
  const first = await stranger({ user: 'zhang.wei' })
  const second = await stranger({ user: 'wang.fang' })
  const { page, words } = first
  // A mail that only the first one has: a mail to both is in the second one's lists too.
  const starred = (await second.api.get('mail/email/favorite/list', { pageSize: 200 })).list
  const ofSecond = new Set([...(await second.api.inbox()), ...starred].map((row) => row.subject))
  const theirs = (await first.api.inbox()).find(({ subject }) => !ofSecond.has(subject))
  if (!theirs) throw new Error('zhang.wei has no mail of his own')
  await first.api.post('mail/email/color/update', { mailIds: [theirs.mailId], color: 1 })

  let lost = 0
  await page.route(LISTS_CHUNK, async (route) => {
    lost += 1
    if (lost === 1) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.goto('/#/favorite')
  await fillLogin(first)
  const retry = page.getByRole('button', { name: words.ui.retry }).filter({ visible: true })
  await expect(mailRows(page).first().or(retry).first()).toBeVisible({ timeout: 30_000 })
  if (await retry.isVisible()) await retry.click()
  await expect(mailRows(page).filter({ hasText: theirs.subject })).toBeVisible({ timeout: 30_000 })
  expect(lost).toBeGreaterThan(1)

  await signOut(first)
  await fillLogin({ ...first, user: 'wang.fang' })
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await goTo(page, '/favorite')
  const list = page.getByRole('main')
  await expect(
    list.getByRole('grid').or(list.getByText(words.mail.empty.favorite)).filter({ visible: true }),
  ).toBeVisible()
  await expect(page.getByText(theirs.subject, { exact: true })).toHaveCount(0)
  // What is pushed to the second person reaches their lists: the remote was activated for them as well.
  await goTo(page, '/inbox')
  await expect(mailRows(page).first()).toBeVisible()
})

test('given folders that come slowly, when another person signs in meanwhile, then the folders are theirs', async ({
  stranger,
}) => {
  const first = await stranger({ user: 'li.na' })
  const second = await stranger({ user: 'chen.jie' })
  const { page, words } = first
  const folderName = `密${Date.now() % 100_000}`
  const made = await first.api.post('mail/main/folder/save', { folderName })
  const held: Route[] = []
  let pending = false
  await page.route(FOLDERS, async (route) => {
    if (pending) held.push(route)
    else await route.continue()
  })
  try {
    await page.goto('/#/inbox')
    await fillLogin(first)
    await expect(named(page, folderName)).toBeVisible()
    // The tree is asked for again, and its answer is under way when the person leaves.
    pending = true
    await first.api.post('mail/main/folder/updateName', { folderId: made.folderId, folderName: `${folderName}2` })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const late = held.splice(0)
    pending = false

    await signOut(first)
    await fillLogin({ ...first, user: second.user })
    await expect(place(page, words.own.folder.inbox)).toBeVisible()
    // A request that the page gave up cannot be answered any more; one that it did not would be answered now.
    for (const route of late) await route.continue().catch(() => undefined)
    const { customList } = await second.api.get('mail/main/folder/list')
    for (const folder of customList.filter(({ state }) => state === 0)) {
      await expect(named(page, folder.folderName).first()).toBeVisible()
    }
    await expect(named(page, folderName)).toHaveCount(0)
  } finally {
    await first.api.post('mail/main/folder/delete/password', { folderId: made.folderId })
  }
})

test('given notices, a search and unread mails, when the person signs out, then none of them is left for the next', async ({
  stranger,
}) => {
  const first = await stranger({ user: 'li.na' })
  const { page, words } = first
  await page.goto('/#/search?keyword=%E6%9C%BA%E5%AF%86')
  await fillLogin(first)
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await signOut(first)
  expect(new URL(page.url()).hash).not.toContain('%E6%9C%BA%E5%AF%86')
  await expect(page).toHaveTitle(words.login.documentTitle)
  await fillLogin({ ...first, user: 'chen.jie' })
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  expect(new URL(page.url()).hash).not.toContain('keyword')
  await expect(page.getByRole('tab')).toHaveCount(1)
})

test('given another window that signs out, when the next person reloads this one, then nothing says what was searched for', async ({
  stranger,
}) => {
  const first = await stranger({ user: 'zhang.wei' })
  const { page, context, words } = first
  await page.goto('/#/inbox')
  await fillLogin(first)
  await expect(mailRows(page).first()).toBeVisible()
  await goTo(page, `/search?kind=3&keyword=${encodeURIComponent('裁员')}`)
  await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('裁员')

  const other = await context.newPage()
  await other.goto('/#/inbox')
  await expect(mailRows(other).first()).toBeVisible()
  await signOut({ ...first, page: other })

  const submit = page.getByRole('button', { name: words.login.submit, exact: true })
  await expect(submit).toBeVisible()
  expect(decodeURIComponent(page.url())).not.toContain('裁员')
  // An address from the history of the tab, as the browser offers it.
  await goTo(
    page,
    `/loginBefore?redirect=${encodeURIComponent(`/search?kind=3&keyword=${encodeURIComponent('裁员')}`)}`,
  )
  await page.reload()
  await fillLogin({ ...first, user: 'wang.fang' })
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  expect(decodeURIComponent(decodeURIComponent(page.url()))).not.toContain('裁员')
})
