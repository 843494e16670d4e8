import { expect, type Page } from '@playwright/test'
import { FOLDER_NAME_MAX } from '@yanshu/contracts'
import { WORDS as COLOR_NAMES } from '../../shared/ui/src/folders/words.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { noticeOf, type Person, place, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const USER = 'wang.fang'
const PATH = '/set/foldermanagement'

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(name) }) })
/** The row of a folder that lies in another one, or holds others: theirs name it as well. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByTitle(name, { exact: true }) })

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', USER)
  const { customList, labelList } = await api.get('mail/main/folder/list')
  for (const folder of customList.filter((one) => one.folderName.startsWith('e2e') && one.parentId === undefined)) {
    await api.post('mail/main/folder/delete/password', { folderId: folder.folderId })
  }
  for (const label of labelList.filter(({ labelName }) => labelName.startsWith('e2e'))) {
    await api.post('mail/main/label/delete', { labelId: label.labelId })
  }
})

/** A folder by the buttons of the page, then by a second session: rows and sidebar show both. */
async function makeRenameHideDelete(person: Person): Promise<void> {
  const { page, words, api } = person
  const { folders, names, ask } = words.settings
  await page.getByRole('main').getByRole('button', { name: folders.addFolder, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: names.newFolder })
  await dialog.getByLabel(names.folderName).fill('  e2e 一  ')
  await dialog.getByRole('button', { name: names.create }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'e2e 一')).toBeVisible()
  await expect(place(page, 'e2e 一')).toBeVisible()

  await page.getByRole('button', { name: filled(folders.rename, { name: 'e2e 一' }) }).click()
  const renaming = page.getByRole('dialog', { name: names.renameFolder })
  await renaming.getByLabel(names.folderName).fill('e2e 二')
  await page.keyboard.press('Enter')
  await expect(row(page, 'e2e 二')).toBeVisible()
  await expect(place(page, 'e2e 二')).toBeVisible()

  const shown = page.getByRole('switch', { name: filled(folders.showOne, { name: 'e2e 二' }) })
  await shown.uncheck()
  await expect(place(page, 'e2e 二')).toBeHidden()
  await expect(shown).not.toBeChecked()
  await shown.check()
  await expect(place(page, 'e2e 二')).toBeVisible()

  await page.getByRole('button', { name: filled(folders.delete, { name: 'e2e 二' }) }).click()
  await page.getByRole('button', { name: ask.deleteYes, exact: true }).click()
  await expect(row(page, 'e2e 二')).toHaveCount(0)
  await expect(place(page, 'e2e 二')).toHaveCount(0)

  // What the user does elsewhere is seen here without a reload.
  const { folderId } = await api.post('mail/main/folder/save', { folderName: 'e2e 三' })
  await expect(row(page, 'e2e 三')).toBeVisible()
  await expect(place(page, 'e2e 三')).toBeVisible()
  await api.post('mail/main/folder/updateName', { folderId, folderName: 'e2e 四' })
  await expect(row(page, 'e2e 四')).toBeVisible()
  await expect(place(page, 'e2e 四')).toBeVisible()
  await api.post('mail/main/folder/updateState', { folderId, state: 1 })
  await expect(place(page, 'e2e 四')).toBeHidden()
  await api.post('mail/main/folder/updateState', { folderId, state: 0 })
  await expect(place(page, 'e2e 四')).toBeVisible()
  await api.post('mail/main/folder/delete/password', { folderId })
  await expect(row(page, 'e2e 四')).toHaveCount(0)
  await expect(place(page, 'e2e 四')).toHaveCount(0)
}

/** Folders lie in others by menu, keyboard and dragging. */
async function placeInside(person: Person): Promise<void> {
  const { page, words, api } = person
  const { folders, manage, names, ask } = words.settings
  const { folderId: outer } = await api.post('mail/main/folder/save', { folderName: 'e2e 外' })
  await api.post('mail/main/folder/save', { folderName: 'e2e 旁' })
  const parentOf = async (name: string) =>
    (await api.get('mail/main/folder/list')).customList.find(({ folderName }) => folderName === name)?.parentId ?? null
  const grip = (name: string) => rowOf(page, name).getByRole('group')
  const level = (name: string) => place(page, name).getAttribute('aria-level')

  await rowOf(page, 'e2e 外')
    .getByRole('button', { name: filled(folders.more, { name: 'e2e 外' }) })
    .click()
  await page.getByRole('menuitem', { name: manage.addInside }).click()
  const dialog = page.getByRole('dialog', { name: filled(manage.newInside, { name: 'e2e 外' }) })
  await dialog.getByLabel(names.folderName).fill('e2e 里')
  await dialog.getByRole('button', { name: names.create }).click()
  await expect(grip('e2e 里')).toHaveAccessibleName(
    filled(manage.rowIn, { name: 'e2e 里', parent: 'e2e 外', at: 1, all: 1 }),
  )
  expect(Number(await level('e2e 里'))).toBe(Number(await level('e2e 外')) + 1)

  // Into the folder above it, and out again by undoing.
  await grip('e2e 旁').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(grip('e2e 旁')).toHaveAccessibleName(
    filled(manage.rowIn, { name: 'e2e 旁', parent: 'e2e 外', at: 2, all: 2 }),
  )
  await expect(grip('e2e 旁')).toBeFocused()
  // Not that of the folder that was made, which the notice may still offer.
  await takeBack(page, 'e2e 旁')
  await expect.poll(() => parentOf('e2e 旁')).toBeNull()
  await expect(grip('e2e 旁')).not.toHaveAccessibleName(/e2e 外/)
  await rowOf(page, 'e2e 旁').dragTo(rowOf(page, 'e2e 里'))
  await expect
    .poll(() => parentOf('e2e 旁'))
    .toBe(
      (await api.get('mail/main/folder/list')).customList.find(({ folderName }) => folderName === 'e2e 里')?.folderId,
    )
  await expect(grip('e2e 旁')).toHaveAccessibleName(
    filled(manage.rowIn, { name: 'e2e 旁', parent: 'e2e 里', at: 1, all: 1 }),
  )
  // A folder is not dropped into itself.
  await rowOf(page, 'e2e 外').dragTo(rowOf(page, 'e2e 旁'))
  expect(await parentOf('e2e 外')).toBeNull()
  await rowOf(page, 'e2e 旁')
    .getByRole('button', { name: filled(folders.more, { name: 'e2e 旁' }) })
    .click()
  await page.getByRole('menuitem', { name: manage.moveTo }).click()
  const places = page.getByRole('dialog', { name: filled(manage.moveTitle, { name: 'e2e 旁' }) })
  await expect(places.getByRole('option', { name: 'e2e 里' })).toBeDisabled()
  await places.getByRole('option', { name: 'e2e 外' }).click()
  await expect.poll(() => parentOf('e2e 旁')).toBe(outer)
  await expect(grip('e2e 旁')).toHaveAccessibleName(
    filled(manage.rowIn, { name: 'e2e 旁', parent: 'e2e 外', at: 2, all: 2 }),
  )

  // Folded in the sidebar, it hides them.
  await place(page, 'e2e 外').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(place(page, 'e2e 里')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(place(page, 'e2e 里')).toBeVisible()

  await page.getByRole('button', { name: filled(folders.delete, { name: 'e2e 外' }) }).click()
  await expect(page.getByText(manage.deleteInside)).toBeVisible()
  await page.getByRole('button', { name: ask.deleteYes, exact: true }).click()
  await expect(rowOf(page, 'e2e 里')).toHaveCount(0)
}

/** A label is made, coloured, disabled and deleted. */
async function labelChanges(person: Person): Promise<void> {
  const { page, words, api } = person
  const { folders, names, ask, colors } = words.settings
  const colorNames = COLOR_NAMES.en
  await page.getByRole('main').getByRole('button', { name: folders.addLabel, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: names.newLabel })
  await dialog.getByLabel(names.labelName).fill('e2e 标签')
  await dialog.getByRole('radio', { name: colorNames.color4 }).check()
  await dialog.getByRole('button', { name: names.create }).click()
  await expect(place(page, 'e2e 标签')).toBeVisible()

  await page.getByRole('button', { name: filled(colors.pick, { name: 'e2e 标签', color: colorNames.color4 }) }).click()
  await page.getByRole('menuitemradio', { name: colorNames.color9 }).click()
  await expect(
    page.getByRole('button', { name: filled(colors.pick, { name: 'e2e 标签', color: colorNames.color9 }) }),
  ).toBeVisible()
  const stored = async () =>
    (await api.get('mail/main/folder/list')).labelList.find(({ labelName }) => labelName === 'e2e 标签')
  await expect.poll(async () => (await stored())?.color).toBe(9)

  await page.getByRole('switch', { name: filled(folders.enableOne, { name: 'e2e 标签' }) }).uncheck()
  await expect(place(page, 'e2e 标签')).toHaveCount(0)
  await page.getByRole('button', { name: filled(folders.delete, { name: 'e2e 标签' }) }).click()
  await page.getByRole('button', { name: ask.deleteYes, exact: true }).click()
  await expect(row(page, 'e2e 标签')).toHaveCount(0)
}

/** Names that break a rule. */
async function refusedNames(person: Person): Promise<void> {
  const { page, words } = person
  const { folders, names } = words.settings
  await page.getByRole('main').getByRole('button', { name: folders.addFolder, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: names.newFolder })
  const field = dialog.getByLabel(names.folderName)
  const create = dialog.getByRole('button', { name: names.create })
  for (const [name, problem] of [
    ['   ', names.required],
    ['长'.repeat(FOLDER_NAME_MAX + 1), filled(names['too-long'], { max: FOLDER_NAME_MAX, now: FOLDER_NAME_MAX + 1 })],
    ['e2e 🎉', names.emoji],
  ] as const) {
    await field.fill(name)
    await create.click()
    await expect(dialog.getByText(problem)).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await field.fill(`e2e${'长'.repeat(FOLDER_NAME_MAX - 3)}`)
  await create.click()
  await expect(dialog).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: folders.addFolder, exact: true }).click()
  await field.fill(`e2e${'长'.repeat(FOLDER_NAME_MAX - 3)}`)
  await create.click()
  await expect(dialog.getByText('该名称已存在，请换一个名称')).toBeVisible()
}

/** Counts and sizes of a row. */
async function countsOfServer(person: Person): Promise<void> {
  const { page, api, words } = person
  const inbox = await api.folder('inbox')
  const cells = row(page, words.own.folder.inbox).getByRole('cell')
  await expect(cells.nth(0)).toHaveText(String(inbox.mail))
  await expect(cells.nth(1)).toHaveText(String(inbox.unread))
}

/** Each change of a folder or label is undone by the key. */
async function takeBackByKey(person: Person): Promise<void> {
  const { page, api, words } = person
  const { folders, names, colors } = words.settings
  await api.post('mail/main/folder/save', { folderName: 'e2e 甲' })
  await api.post('mail/main/folder/save', { folderName: 'e2e 乙' })
  await api.post('mail/main/label/save', { labelName: 'e2e 标签', color: 4 })
  await expect(row(page, 'e2e 乙')).toBeVisible()
  await expect(row(page, 'e2e 标签')).toBeVisible()
  const order = async () =>
    (await api.get('mail/main/folder/list')).customList
      .map(({ folderName }) => folderName)
      .filter((name) => name.startsWith('e2e'))
  const noticed = async (name: string) => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(noticeOf(page, name).getByRole('button', { name: words.ui.undo })).toBeVisible()
  }
  const takeLast = async () => {
    await page.locator('main').focus()
    await page.keyboard.press('Control+z')
  }

  await page.getByRole('button', { name: filled(folders.rename, { name: 'e2e 甲' }) }).click()
  await page.getByRole('dialog', { name: names.renameFolder }).getByLabel(names.folderName).fill('e2e 丙')
  await page.keyboard.press('Enter')
  await expect(row(page, 'e2e 丙')).toBeVisible()
  await noticed('e2e 丙')
  await takeLast()
  await expect(row(page, 'e2e 甲')).toBeVisible()

  const shown = page.getByRole('switch', { name: filled(folders.showOne, { name: 'e2e 甲' }) })
  await shown.uncheck()
  await expect(place(page, 'e2e 甲')).toBeHidden()
  await noticed('e2e 甲')
  await takeLast()
  await expect(place(page, 'e2e 甲')).toBeVisible()
  await expect(shown).toBeChecked()

  expect(await order()).toEqual(['e2e 甲', 'e2e 乙'])
  await row(page, 'e2e 甲').getByRole('group').first().press('Alt+ArrowDown')
  await expect.poll(order).toEqual(['e2e 乙', 'e2e 甲'])
  await noticed('e2e 甲')
  await takeLast()
  await expect.poll(order).toEqual(['e2e 甲', 'e2e 乙'])

  const dot = (color: string) => page.getByRole('button', { name: filled(colors.pick, { name: 'e2e 标签', color }) })
  await dot(COLOR_NAMES.en.color4).click()
  await page.getByRole('menuitemradio', { name: COLOR_NAMES.en.color9 }).click()
  await expect(dot(COLOR_NAMES.en.color9)).toBeVisible()
  await takeLast()
  await expect(dot(COLOR_NAMES.en.color4)).toBeVisible()
}

/** A column that is made wider stays so after a reload. */
async function columnWidth(person: Person): Promise<void> {
  const { page, words } = person
  const { folders } = words.settings
  // The line stands before the column, which is right of the one that has the rest.
  const line = page
    .getByRole('separator', { name: filled(words.settings.columnWidth, { title: folders.size }) })
    .first()
  const before = Number(await line.getAttribute('aria-valuenow'))
  await line.press('ArrowLeft')
  await expect(line).toHaveAttribute('aria-valuenow', `${before + 16}`)
  const head = page.getByRole('columnheader', { name: folders.size, exact: true }).first()
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(before + 16)
  await page.reload()
  await expect(line).toHaveAttribute('aria-valuenow', `${before + 16}`)
  expect(await violations(page)).toEqual([])
}

test('given folders, then they lie in each other by menu, keyboard and dragging, here, in the sidebar and where mail is moved; names that break a rule are refused; counts are those of the server', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: PATH })
  await test.step('counts and sizes of the page are those of the server', () => countsOfServer(person))
  await test.step('folders lie in others', () => placeInside(person))
  expect(person.seen.errors).toEqual([])
  await test.step('the dialog says which rule a name breaks, and nothing is made', () => refusedNames(person))
})

test('given folders and labels, then they are made, changed and deleted, the sidebar follows, also what another session does; the key takes changes back; columns stay as wide as they were left', async ({
  someone,
}) => {
  const person = await someone({ user: USER, language: 'en', path: PATH })
  await test.step('a folder is made, renamed, hidden, shown and deleted', () => makeRenameHideDelete(person))
  await test.step('a label is made, coloured, disabled and deleted', () => labelChanges(person))
  await test.step('the key takes each change back', () => takeBackByKey(person))
  await test.step('columns stay as wide as they were left', () => columnWidth(person))
  expect(person.seen.violations).toEqual([])
  expect(person.seen.errors).toEqual([])
})
