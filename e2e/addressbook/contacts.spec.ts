import { expect, type Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { goTo, noticeOf, type Person, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const PATH = '/addressbook/allcontacts'

const contact = (page: Page, name: string) =>
  page.getByRole('main').getByRole('grid').filter({ visible: true }).getByRole('row').filter({ hasText: name })

/** A name that no other test uses. */
const fresh = (name: string) => `${name}${Date.now().toString(36)}`

test('given a contact, then it is made, found by another reading of the surname, changed, deleted and brought back, and another session does the same', async ({
  someone,
}) => {
  const person = await someone({ user: 'chen.jie', path: PATH })
  const { page, words, api } = person
  const say = words.contacts
  const name = fresh('单老师')
  const kept = async () => (await api.get('contact/list', { keyword: `danls${name.slice(3)}` })).list
  await page.getByRole('button', { name: say.list.new, exact: true }).click()
  const form = page.getByRole('form', { name: say.form.new })
  await form.getByRole('button', { name: say.form.save }).click()
  await expect(form.getByText(say.problem.required)).toBeVisible()
  await expect(form.getByLabel(say.field.name, { exact: true })).toBeFocused()
  await form.getByLabel(say.field.name, { exact: true }).fill(name)
  await form.getByLabel(filled(say.form.nth, { name: say.field.email, n: 1 }), { exact: true }).fill('wrong')
  await form
    .getByLabel(filled(say.form.nth, { name: say.field.email, n: 2 }), { exact: true })
    .fill('b@partner.example')
  await form.getByRole('button', { name: say.form.save }).click()
  await expect(form.getByText(say.problem['no-address'])).toBeVisible()
  await form
    .getByLabel(filled(say.form.nth, { name: say.field.email, n: 1 }), { exact: true })
    .fill('a@partner.example')
  await form.getByRole('button', { name: say.form.save }).click()
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('button', { name: 'b@partner.example' })).toBeVisible()
  await expect(contact(page, name)).toHaveCount(1)

  const search = page.getByLabel(say.list.find)
  await search.fill(`danls${name.slice(3)}`)
  await expect(contact(page, name)).toBeVisible()
  // Half a syllable of an input method finds no person.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const composer = await page.context().newCDPSession(page)
  await search.fill('')
  await search.focus()
  await composer.send('Input.imeSetComposition', { text: "qq'q", selectionStart: 4, selectionEnd: 4 })
  await expect(search).toHaveValue("qq'q")
  await composer.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  await composer.send('Input.insertText', { text: '单' })
  await expect(contact(page, name)).toBeVisible()
  expect(asked.filter((url) => /keyword=qq/.test(url))).toEqual([])
  await search.fill('qqqqqq')
  await expect(page.getByText(say.list.notFound)).toBeVisible()
  await search.fill('')

  await card.getByRole('button', { name: say.card.edit, exact: true }).click()
  const editing = page.getByRole('form', { name: say.form.edit })
  // A picture: what would unpack to gigabytes is refused, another is cut.
  const picture = (buffer: Buffer) =>
    editing.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const cutting = page.getByRole('dialog', { name: say.photo.cut })
  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 160 } })
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(30_000, 16)
  bomb.writeUInt32BE(30_000, 20)
  await picture(bomb)
  await expect(cutting.getByRole('alert')).toBeVisible()
  await cutting.getByRole('button').last().click()
  await picture(png)
  await cutting.getByRole('slider').press('ArrowRight')
  await cutting.getByRole('button').last().click()
  await expect(editing.getByRole('button', { name: say.photo.remove })).toBeVisible()

  // Another window saves first: nothing of either is lost.
  const [stored] = await kept()
  const { photo, ...known } = await api.get('contact/detail', { contactId: stored?.contactId ?? 0 })
  expect(photo).toBe('')
  await api.post('contact/save', { ...known, duties: '教授', phones: [{ kind: 'work', value: '010-5555' }] })
  await editing.getByLabel(say.field.nickname).fill('老单')
  await editing.getByRole('button', { name: say.form.save }).click()
  await expect(editing.getByText(say.form.changed)).toBeVisible()
  await expect(editing.getByLabel(say.field.duties)).toHaveValue('教授')
  await editing.getByRole('button', { name: say.form.save }).click()
  await expect(card.getByText(/老单.*教授/)).toBeVisible()
  await expect(card.getByRole('link', { name: '010-5555' })).toBeVisible()
  await expect(card.locator('header img')).toBeVisible()

  await card.getByRole('button', { name: filled(say.group.more, { name }) }).click()
  await page.getByRole('menuitem', { name: say.card.delete }).click()
  await expect(contact(page, name)).toHaveCount(0)
  // As long as the pointer is on it, it stays.
  const deleted = filled(say.done.deleted, { name })
  await noticeOf(page, deleted).hover()
  await expect.poll(kept).toEqual([])
  await takeBack(page, deleted)
  await expect(contact(page, name)).toHaveCount(1)
  await expect.poll(async () => (await kept()).map((one) => one.name)).toEqual([name])
  expect(person.seen.violations).toEqual([])
  // The one call that was refused, because another window was first.
  expect(person.seen.errors).toEqual([expect.stringContaining('/api/contact/save')])
  // What another session deletes or makes is seen here without a reload.
  await api.post('contact/delete', { contactIds: (await kept()).map(({ contactId }) => contactId) })
  await expect(contact(page, name)).toHaveCount(0)
  const { contactId } = await api.post('contact/save', { name, emails: [{ kind: 'work', value: 'x@partner.example' }] })
  await expect(contact(page, name)).toHaveCount(1)
  await api.post('contact/delete', { contactIds: [contactId] })
})

/** The organisation by keys, and a colleague of a department. */
async function byKeysAndDepartment(person: Person): Promise<void> {
  const { page, words } = person
  await goTo(page, '/addressbook/organization')
  const say = words.contacts
  const tree = page.getByRole('main').getByRole('tree', { name: say.places.organization })
  const line = (name: string) => tree.getByRole('treeitem', { name: new RegExp(name) })
  await expect(line('研发中心')).toHaveAttribute('aria-level', '2')
  await tree.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
    await page.keyboard.press(key)
  }
  // 雁书示例集团, 总裁办, 研发中心, 前端组, its head.
  await expect(line('张伟.*前端组组长')).toBeVisible()
  await expect(line('前端组 ')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '张伟' })).toBeVisible()
  await tree.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(line('前端组 ')).toHaveAttribute('aria-expanded', 'false')

  await page.getByLabel(say.org.find).fill('houduan')
  const found = page.getByRole('grid', { name: say.org.found }).getByRole('row').filter({ hasText: '吕思远' })
  await expect(found).toContainText(say.matched.department)
  await found.click()
  const card = page.getByRole('article', { name: '吕思远' })
  await card.getByRole('button', { name: say.card.write }).click()
  await expect(page.getByRole('main').getByText('吕思远').filter({ visible: true }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/write\/new/)
}

/** People of the contacts for a letter. */
async function chosenForLetter(person: Person): Promise<void> {
  const { page, words } = person
  await goTo(page, '/write/new/0?c=pick-people')
  const say = words.contacts
  await page.getByRole('button', { name: words.compose.recipients.pick }).click()
  const dialog = page.getByRole('dialog', { name: say.pick.title })
  await dialog.getByLabel(say.org.find).fill('ouyn')
  await dialog.getByRole('checkbox', { name: /欧阳宁/ }).check()
  await dialog.getByLabel(say.org.find).fill('danxf')
  await dialog.getByRole('checkbox', { name: /单晓峰/ }).check()
  await dialog.getByRole('button', { name: filled(say.pick.take, { count: 2 }) }).click()
  await expect(dialog).toBeHidden()
  for (const name of ['欧阳宁', '单晓峰']) {
    await expect(page.getByRole('main').getByText(name).filter({ visible: true }).first()).toBeVisible()
  }
}

/** A group below another one. */
async function groupInGroup(person: Person): Promise<void> {
  const { page, words, api } = person
  await goTo(page, '/addressbook/contactgroup')
  const say = words.contacts
  const name = fresh('球队')
  await page.getByRole('button', { name: say.group.new }).click()
  const dialog = page.getByRole('dialog', { name: say.group.new })
  await dialog.getByLabel(say.group.name).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const groupOf = async (wanted: string) =>
    (await api.get('contact/group/list')).list.find(({ groupName }) => groupName === wanted)
  await page.getByRole('main').getByRole('button', { name: say.group.add }).first().click()
  const picker = page.getByRole('dialog', { name: say.pick.title })
  await picker.getByLabel(say.org.find).fill('danxf')
  await picker.getByRole('checkbox', { name: /单晓峰/ }).check()
  await picker.getByRole('button', { name: filled(say.pick.take, { count: 1 }) }).click()
  await expect(contact(page, '单晓峰')).toBeVisible()

  // It is put below another, and its tick on the card shows who is in it.
  await page.getByRole('button', { name: filled(say.group.more, { name }) }).click()
  await page.getByRole('menuitem', { name: say.group.change }).click()
  const changing = page.getByRole('dialog', { name: say.group.change })
  await changing.getByRole('combobox', { name: say.group.above }).click()
  await page.getByRole('option', { name: '亲友', exact: true }).click()
  await changing.getByRole('button', { name: say.form.save }).click()
  await expect(page.getByRole('treeitem', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-level', '2')
  const group = await groupOf(name)
  expect(group?.parentId).toBe((await groupOf('亲友'))?.groupId)
  await contact(page, '单晓峰').click()
  const card = page.getByRole('article', { name: '单晓峰' })
  await card.getByRole('button', { name: say.field.groups }).click()
  const tick = page.getByRole('menuitemcheckbox', { name: `亲友 / ${name}` })
  await expect(tick).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: filled(say.group.more, { name }) }).click()
  await page.getByRole('menuitem', { name: say.group.write }).click()
  await expect(page).toHaveURL(/\/write\/new/)
  await expect(page.getByRole('main').getByText('单晓峰').filter({ visible: true }).first()).toBeVisible()
  await api.post('contact/group/delete', { groupId: group?.groupId ?? 0 })
}

test('given what one person keeps, then another finds nothing of it; the organisation is browsed by keys alone, people are chosen for a letter, and groups are made, filled and written to', async ({
  someone,
  baseURL,
}) => {
  const mine = await apiOf(baseURL ?? '', 'chen.jie')
  const name = fresh('机密人')
  const emails = [{ kind: 'work' as const, value: 'x@secret.example' }]
  const { contactId } = await mine.post('contact/save', { name, emails })
  expect((await mine.get('contact/list', { keyword: name })).total).toBe(1)
  const person = await someone({ user: 'wang.fang', path: `${PATH}?contact=${contactId}` })
  const { page, words } = person
  await test.step('what another person keeps is not found', async () => {
    await expect(page.getByText(words.contacts.card.failed)).toBeVisible()
    await expect(contact(page, name)).toHaveCount(0)
  })
  await mine.post('contact/delete', { contactIds: [contactId] })
  await test.step('the organisation is browsed by keys, a colleague is found by department, and written to', () =>
    byKeysAndDepartment(person))
  await test.step('people are chosen for a letter from the contacts', () => chosenForLetter(person))
  await test.step('a group is made inside another, filled, and written to as a whole', () => groupInGroup(person))
})
