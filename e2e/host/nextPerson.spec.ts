import { expect, type Page, type Route } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { fillLogin, goTo, mailRows, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { askToSignOut, loginButton, signOut } from './people.ts'

const LISTS_CHUNK = '**/r/remote-mail/**/remote.*.js*'
const FOLDERS = '**/api/mail/main/folder/list*'

const named = (page: Page, name: string) => page.getByRole('treeitem').filter({ hasText: name })

test('people who sign in one after the other in one page: none finds anything of those before', async ({
  stranger,
  baseURL,
}) => {
  const first = await stranger({ user: 'zhang.wei' })
  const { page, context, words } = first
  const signIn = async (user: string) => {
    await fillLogin({ ...first, user })
    await expect(place(page, words.own.folder.inbox)).toBeVisible()
  }
  /** The calls of another user, who finds the page in the same language. */
  const beside = async (user: string) => {
    const api = await apiOf(baseURL ?? '', user)
    await api.save({ language: 'zh' })
    return api
  }

  await test.step('given a lists chunk that was lost once, when another person signs in, then nothing of the first is shown', async () => {
    const second = await beside('wang.fang')
    // A mail that only the first one has: a mail to both is in the second one's lists too.
    const starred = (await second.get('mail/email/favorite/list', { pageSize: 200 })).list
    const ofSecond = new Set([...(await second.inbox()), ...starred].map((row) => row.subject))
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
    await expect(mailRows(page).first().or(retry).first()).toBeVisible()
    if (await retry.isVisible()) await retry.click()
    await expect(mailRows(page).filter({ hasText: theirs.subject })).toBeVisible()
    expect(lost).toBeGreaterThan(1)
    await page.unroute(LISTS_CHUNK)

    await signOut(first)
    await signIn('wang.fang')
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

  await test.step('given a search, and folders that come slowly, when another person signs in meanwhile, then the folders are theirs, and no word of the search is left', async () => {
    const [before, after] = [await beside('wang.fang'), await beside('chen.jie')]
    const folderName = `密${Date.now() % 100_000}`
    const made = await before.post('mail/main/folder/save', { folderName })
    const held: Route[] = []
    let pending = false
    await page.route(FOLDERS, async (route) => {
      if (pending) held.push(route)
      else await route.continue()
    })
    try {
      await goTo(page, '/search?keyword=%E6%9C%BA%E5%AF%86')
      await expect(named(page, folderName)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('机密')
      // The tree is asked for again, and its answer is under way when the person leaves.
      pending = true
      await before.post('mail/main/folder/updateName', { folderId: made.folderId, folderName: `${folderName}2` })
      await expect.poll(() => held.length).toBeGreaterThan(0)
      const late = held.splice(0)
      pending = false

      await signOut(first)
      expect(new URL(page.url()).hash).not.toContain('%E6%9C%BA%E5%AF%86')
      await expect(page).toHaveTitle(words.login.documentTitle)
      await signIn('chen.jie')
      expect(new URL(page.url()).hash).not.toContain('keyword')
      await expect(page.getByRole('tab')).toHaveCount(1)
      // A request that the page gave up cannot be answered any more; one that it did not would be answered now.
      for (const route of late) await route.continue().catch(() => undefined)
      const { customList } = await after.get('mail/main/folder/list')
      for (const folder of customList.filter(({ state }) => state === 0)) {
        await expect(named(page, folder.folderName).first()).toBeVisible()
      }
      await expect(named(page, folderName)).toHaveCount(0)
    } finally {
      await before.post('mail/main/folder/delete/password', { folderId: made.folderId })
    }
    await page.unroute(FOLDERS)
  })

  await test.step('given another window that signs out, when the next person reloads this one, then nothing says what was searched for', async () => {
    await goTo(page, `/search?kind=3&keyword=${encodeURIComponent('裁员')}`)
    await expect(page.getByRole('heading', { level: 1 }).filter({ visible: true })).toContainText('裁员')

    const other = await context.newPage()
    await other.goto('/#/inbox')
    await expect(mailRows(other).first()).toBeVisible()
    await signOut({ ...first, page: other })

    await expect(loginButton(first)).toBeVisible()
    expect(decodeURIComponent(page.url())).not.toContain('裁员')
    // An address from the history of the tab, as the browser offers it.
    await goTo(
      page,
      `/loginBefore?redirect=${encodeURIComponent(`/search?kind=3&keyword=${encodeURIComponent('裁员')}`)}`,
    )
    await page.reload()
    await beside('li.na')
    await signIn('li.na')
    expect(decodeURIComponent(decodeURIComponent(page.url()))).not.toContain('裁员')
  })
})

/** What lies in the journal of the browser, and what of it a script can read with the keys that lie there. */
const journalOnDisk = async () => {
  const opening = indexedDB.open('yanshu-journal')
  await new Promise((done) => {
    opening.onsuccess = done
  })
  const all = (store: string, call: 'getAll' | 'getAllKeys') =>
    new Promise<unknown[]>((done) => {
      const asked = opening.result.transaction(store).objectStore(store)[call]()
      asked.onsuccess = () => done(asked.result)
    })
  const [keys, names, values] = [
    await all('keys', 'getAll'),
    await all('entries', 'getAllKeys'),
    await all('entries', 'getAll'),
  ] as [CryptoKey[], string[], { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }[]]
  opening.result.close()
  const readable: string[] = []
  for (const [index, { iv, bytes }] of values.entries()) {
    readable.push(new TextDecoder().decode(bytes))
    const additionalData = new TextEncoder().encode(names[index])
    for (const key of keys) {
      const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes).catch(() => null)
      if (plain) readable.push(new TextDecoder().decode(plain))
    }
  }
  return { keys: keys.length, letters: names.filter((name) => name.includes('\ncompose\n')), text: readable.join('\n') }
}

test('given a saved and an unsaved letter, when the person signs out, then the device has no key, and only their login opens what is left; a short answer that was not sent becomes a draft', async ({
  stranger,
  baseURL,
}) => {
  const first = await stranger({ user: 'hu.min' })
  const { page, words } = first
  const { unsaved } = words.shell
  const answered = `短回复 ${Date.now()}`
  // It arrives some seconds after it is sent, while the letters are written.
  await (await apiOf(baseURL ?? '', 'liang.bo')).post('mail/email/send', {
    ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: `short-${Date.now()}`, from: '', subject: answered },
    ...{ html: '<p>你好</p>', fileIds: [], cc: [], bcc: [], priority: 3, requestReceipt: false },
    to: [{ name: '', address: 'hu.min@yanshu.test' }],
  })
  const mark = Date.now()
  const [saved, lost, text] = [`已保存 ${mark}`, `没有保存 ${mark}`, `机密正文 ${mark}`]
  const subject = page.getByRole('textbox', { name: words.compose.fields.subject }).filter({ visible: true })
  await page.goto('/#/write/new/0?c=saved')
  await fillLogin(first)
  await subject.fill(saved)
  const drafts = async () => {
    const { folderId } = await first.api.folder('drafts')
    const { list } = await first.api.get('mail/email/mailbox/list', { mailboxId: folderId })
    return list.map((draft) => draft.subject)
  }
  await expect.poll(drafts).toContain(saved)
  await expect.poll(async () => (await page.evaluate(journalOnDisk)).text).toContain(saved)

  await page.route('**/api/mail/email/drafts', (route) => route.abort('internetdisconnected'))
  await goTo(page, '/write/new/0?c=lost')
  await expect(subject).toHaveValue('')
  await subject.fill(lost)
  await page.getByRole('textbox', { name: words.compose.editor.label }).filter({ visible: true }).click()
  await page.keyboard.type(text)
  await expect.poll(async () => (await page.evaluate(journalOnDisk)).text).toContain(text)

  const question = page.getByRole('alertdialog', { name: unsaved.signOutTitle })
  await askToSignOut(first)
  await expect(question.getByRole('listitem')).toHaveText([lost])
  // What cannot be saved now does not go.
  await question.getByRole('button', { name: unsaved.signOutSaved }).click()
  await expect(question).toContainText(unsaved.stillUnsaved.split('{{')[0] ?? '')
  await question.getByRole('button', { name: unsaved.stay }).click()
  await expect(subject).toHaveValue(lost)
  await askToSignOut(first)
  await question.getByRole('button', { name: unsaved.signOutAnyway }).click()
  const submit = loginButton(first)
  await expect(submit).toBeVisible()
  await expect.poll(async () => (await page.evaluate(journalOnDisk)).letters).toHaveLength(1)
  const left = await page.evaluate(journalOnDisk)
  expect(left.keys).toBe(0)
  for (const secret of [saved, lost, text]) expect(left.text).not.toContain(secret)

  await fillLogin({ ...first, user: 'chen.jie' })
  await expect(place(page, words.own.folder.inbox)).toBeVisible()
  await goTo(page, '/write/new/0?c=other')
  await subject.fill('别人的')
  await page.unroute('**/api/mail/email/drafts')
  await expect.poll(async () => (await page.evaluate(journalOnDisk)).text).toContain('别人的')
  for (const secret of [saved, lost, text]) expect((await page.evaluate(journalOnDisk)).text).not.toContain(secret)
  await askToSignOut(first)
  // The letter of this person goes to the server with the one press, and nothing of it stays.
  await question.or(submit).first().waitFor()
  if (await question.isVisible()) await question.getByRole('button', { name: unsaved.signOutSaved }).click()
  await expect(submit).toBeVisible()

  await fillLogin(first)
  await page.getByRole('button', { name: words.compose.recovery.show }).click()
  await page.getByRole('button', { name: words.compose.recovery.restore, exact: true }).click()
  await expect(subject).toHaveValue(lost)
  await expect(page.getByRole('textbox').filter({ hasText: text })).toBeVisible()
  await expect.poll(drafts).toContain(lost)

  await goTo(page, '/inbox')
  await mailRows(page).filter({ hasText: answered }).first().click()
  await page
    .getByRole('button', { name: /快捷回复|回复/ })
    .filter({ hasText: '梁博' })
    .click()
  await page.getByRole('textbox', { name: words.mail.quick.label }).fill('明天再说')
  await expect.poll(async () => (await page.evaluate(journalOnDisk)).text).toContain('明天再说')
  await askToSignOut(first)
  await expect(question.getByRole('listitem')).toContainText([answered])
  await question.getByRole('button', { name: unsaved.signOutSaved }).click()
  await expect(submit).toBeVisible()
  expect(await drafts()).toContain(`回复：${answered}`)
})
