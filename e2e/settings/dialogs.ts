import type { Page } from '@playwright/test'
import { type Api, PASSWORD } from '../support/api.ts'
import { filled, type WORDS } from '../support/words.ts'

type Words = (typeof WORDS)[keyof typeof WORDS]['settings']

/** A dialog of the settings: the page that has it, and how it is opened there. */
export interface SettingsDialog {
  readonly name: string
  readonly page: string
  readonly open: (page: Page, words: Words) => Promise<void>
}

const FOLDER = '看样式的文件夹，名字比较长'
const CLOSED = '看样式的加密文件夹'
const LABEL = '看样式的标签'
const RULE = '看样式的规则，名字写满二十个字吧'

/** What the dialogs are about. Answers how to take it away again. */
export async function prepareDialogs(api: Api): Promise<() => Promise<void>> {
  const { folderId } = await api.post('mail/main/folder/save', { folderName: FOLDER })
  const closed = (await api.post('mail/main/folder/save', { folderName: CLOSED })).folderId
  await api.post('mail/main/folder/setPwd', { folderId: closed, password: PASSWORD })
  const { labelId } = await api.post('mail/main/label/save', { labelName: LABEL, color: 1 })
  const { ruleId } = await api.post('mail/mailClassify/save', {
    ruleId: null,
    ruleName: RULE,
    enabled: false,
    match: 'any',
    conditions: [
      { field: 'sender', not: false, value: 'somebody.with.a.long.name@a-long-name-of-a-company.example' },
      { field: 'time', not: false, from: 540, to: 1_080, days: [1, 2, 3, 4, 5] },
    ],
    actions: { labelIds: [labelId], reject: '', stop: true },
  })
  return async () => {
    await api.post(`mail/mailClassify/delete/${ruleId}` as 'mail/mailClassify/delete/{id}', {})
    await api.post('mail/main/label/delete', { labelId })
    await api.post('mail/main/folder/delete/password', { folderId: closed, password: PASSWORD })
    await api.post('mail/main/folder/delete/password', { folderId })
  }
}

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click()

/** What the menu of a row offers on a phone. */
const fromRow = (row: string, more: (words: Words) => string, what: (words: Words) => string) => {
  return async (page: Page, words: Words) => {
    await press(page, filled(more(words), { name: row }))
    await page.getByRole('menuitem', { name: filled(what(words), { name: row }) }).click()
  }
}
const folder = (name: string, what: (words: Words) => string) => fromRow(name, ({ folders }) => folders.more, what)
const rule = (what: (words: Words) => string) => fromRow(RULE, ({ rules }) => rules.more, what)

/** Begins something of the account that asks for the password first, and gives it. */
const behindPassword = (button: (words: Words) => string) => async (page: Page, words: Words) => {
  await press(page, button(words))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words.account.lock.login, { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: words.account.second.go, exact: true }).click()
  await dialog.getByLabel(words.account.second.code, { exact: true }).waitFor()
}

/** The dialogs of the settings, as they are on a phone: rows have one menu there. */
export const DIALOGS: readonly SettingsDialog[] = [
  { name: 'new rule', page: 'mailclassification', open: (page, { rules }) => press(page, rules.add) },
  { name: 'a rule', page: 'mailclassification', open: rule(({ rules }) => rules.edit) },
  { name: 'run of a rule', page: 'mailclassification', open: rule(({ rules }) => rules.run) },
  { name: 'new folder', page: 'foldermanagement', open: (page, { folders }) => press(page, folders.addFolder) },
  { name: 'new label', page: 'foldermanagement', open: (page, { folders }) => press(page, folders.addLabel) },
  { name: 'name of a folder', page: 'foldermanagement', open: folder(FOLDER, ({ folders }) => folders.rename) },
  { name: 'place of a folder', page: 'foldermanagement', open: folder(FOLDER, ({ manage }) => manage.moveTo) },
  { name: 'password of a folder', page: 'foldermanagement', open: folder(FOLDER, ({ manage }) => manage.setPassword) },
  { name: 'another password', page: 'foldermanagement', open: folder(CLOSED, ({ manage }) => manage.changePassword) },
  { name: 'folder with a password', page: 'foldermanagement', open: folder(CLOSED, ({ folders }) => folders.delete) },
  { name: 'folder that goes', page: 'foldermanagement', open: folder(FOLDER, ({ folders }) => folders.delete) },
  { name: 'signature', page: 'signature', open: (page, { signatures }) => press(page, signatures.add) },
  { name: 'template', page: 'templates', open: (page, { signatures }) => press(page, signatures.templates.add) },
  {
    name: 'log-in of another',
    page: 'account?at=loginLog',
    open: (page, { account }) => press(page, account.logins.notMe),
  },
  { name: 'passkey', page: 'account?at=passkeys', open: (page, { account }) => press(page, account.passkeys.add) },
  {
    name: 'recovery address',
    page: 'account?at=recoveryEmail',
    open: (page, { account }) => press(page, account.recovery.set),
  },
  { name: 'second step', page: 'account?at=secondStep', open: behindPassword(({ account }) => account.second.begin) },
  { name: 'authorization code', page: 'client', open: (page, { account }) => press(page, account.clients.make) },
  { name: 'all devices', page: 'client', open: (page, { account }) => press(page, account.devices.all) },
]

/** The elements of a dialog that stand out of it, or whose content stands out of them. */
export const cutInDialog = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    if (!dialog) return ['there is no dialog']
    const edges = dialog.getBoundingClientRect()
    const fits = edges.left >= 0 && edges.right <= innerWidth && edges.bottom <= innerHeight + 1
    const out = fits ? [] : ['it stands beside the screen']
    for (const one of [dialog, ...dialog.querySelectorAll<HTMLElement>('*')]) {
      const { left, right, width } = one.getBoundingClientRect()
      // What is for screen readers alone stands in a box of one pixel.
      const held = one.parentElement?.getBoundingClientRect().width ?? 0
      if (width < 2 || held < 2 || one.closest('svg')) continue
      const { overflowX, display } = getComputedStyle(one)
      const flows = display !== 'inline' && overflowX === 'visible' && one.clientWidth > 0
      const tooWide = flows && one.scrollWidth > one.clientWidth + 1
      if (tooWide || left < edges.left - 1 || right > edges.right + 1) {
        out.push(`${one.tagName} ${one.className}: ${one.textContent?.slice(0, 30)}`)
      }
    }
    return out
  })
