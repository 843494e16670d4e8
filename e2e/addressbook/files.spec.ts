import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const PATH = '/addressbook/allcontacts'

/** Addresses nobody else has, so that tests do not meet each other's contacts. */
const fresh = () => Date.now().toString(36)
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('grid').filter({ visible: true }).getByRole('row').filter({ hasText: name })
const problems = (page: Page) => violations(page, { include: '[role=dialog]' })

test('given a table, then its columns are put right, its people come into a group, and all of it is undone', async ({
  someone,
}) => {
  const { page, words, api, seen } = await someone({ user: 'chen.jie', path: PATH })
  const say = words.contacts
  const mark = fresh()
  const table = `谁,邮箱,手机\n导入甲${mark},a-${mark}@partner.example,13700000001\n导入乙${mark},坏邮箱,13700000002\n,,\n`
  await page.getByRole('button', { name: say.files.more }).click()
  await page.getByRole('menuitem', { name: say.files.import }).click()
  const dialog = page.getByRole('dialog', { name: say.files.import })
  await expect(dialog.getByRole('button', { name: say.import.choose })).toBeVisible()
  expect(await problems(page)).toEqual([])
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '通讯录.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(dialog.getByText(filled(say.import.columnOf, { name: '谁' }))).toBeAttached()
  await dialog.getByRole('combobox', { name: filled(say.import.columnOf, { name: '谁' }) }).click()
  await page.getByRole('option', { name: say.field.name, exact: true }).click()
  await expect(dialog.getByText(`导入甲${mark}`, { exact: true })).toBeVisible()
  await expect(dialog.getByText(filled(say.import.found, { total: 2, added: 2, updated: 0, skipped: 0 }))).toBeVisible()
  await dialog.getByText(filled(say.import.problems, { count: 1 })).click()
  await expect(dialog.getByText(say.rowProblem['no-address'])).toBeVisible()
  expect(await problems(page)).toEqual([])
  expect((await api.get('contact/list', { keyword: `a-${mark}` })).total).toBe(0)
  await dialog.getByRole('button', { name: filled(say.import.start, { count: 2 }) }).click()
  await expect(dialog.getByText(filled(say.import.counts, { added: 2, updated: 0, skipped: 0 }))).toBeVisible()
  await expect(row(page, `导入甲${mark}`)).toHaveCount(1)
  await dialog.getByRole('button', { name: say.import.undo, exact: true }).click()
  await expect(dialog.getByText(filled(say.import.undone, { removed: 2, restored: 0 }))).toBeVisible()
  await dialog.getByRole('button', { name: say.double.close }).last().click()
  await expect(row(page, `导入甲${mark}`)).toHaveCount(0)
  expect(seen.violations).toEqual([])
  expect(seen.errors).toEqual([])
})

test('given two contacts with one address, then they are left, and made one field by field, and two again', async ({
  someone,
}) => {
  const { page, words, api } = await someone({ user: 'wang.fang', path: PATH })
  const say = words.contacts
  const mark = fresh()
  const address = `double-${mark}@partner.example`
  const emails = [{ kind: 'work' as const, value: address }]
  const first = await api.post('contact/save', { name: `重复甲${mark}`, duties: '经理', emails })
  const second = await api.post('contact/save', { name: `重复乙${mark}`, duties: '总监', emails })
  await page.getByRole('button', { name: say.files.more }).click()
  await page.getByRole('menuitem', { name: say.files.doubles }).click()
  const dialog = page.getByRole('dialog', { name: say.files.doubles })
  const pair = dialog.getByText(filled(say.double.by.address, { shared: address }))
  await expect(pair).toBeVisible()
  expect(await problems(page)).toEqual([])

  // What was left is not shown again after a reload, but may be looked at.
  await dialog.getByRole('button', { name: say.double.skip }).click()
  await expect(dialog.getByText(say.double.through)).toBeVisible()
  await page.reload()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: say.files.more }).click()
  await page.getByRole('menuitem', { name: say.files.doubles }).click()
  await expect(dialog.getByText(say.double.noOthers)).toBeVisible()
  await dialog.getByRole('button', { name: say.double.lookAgain }).click()
  await expect(pair).toBeVisible()
  await dialog.getByRole('radio', { name: '总监' }).check()
  await dialog.getByRole('button', { name: filled(say.double.merge, { count: 2 }) }).click()
  await expect(dialog.getByText(say.double.through)).toBeVisible()
  // The notice that offers to undo it covers no button of the dialog.
  const undo = page.getByRole('button', { name: words.ui.undo })
  // As long as the pointer is on it, it stays.
  await undo.hover()
  await dialog.getByRole('button', { name: say.double.close }).last().click({ trial: true })
  await expect(undo).toBeVisible()
  const found = async () =>
    (await api.get('contact/list', { keyword: address })).list.map(({ name, duties }) => `${name} ${duties}`)
  expect(await found()).toEqual([`重复甲${mark} 总监`])
  await undo.click()
  await expect
    .poll(async () => (await found()).toSorted())
    .toEqual([`重复乙${mark} 总监`, `重复甲${mark} 经理`].toSorted())
  await api.post('contact/delete', { contactIds: [first.contactId, second.contactId] })
})

test('given a contact that is sent as a card, then the letter carries it, and who gets it keeps it with one press', async ({
  someone,
  browser,
  baseURL,
}) => {
  const sender = await someone({ user: 'chen.jie', path: PATH })
  const say = sender.words.contacts
  const mark = fresh()
  const name = `名片${mark}`
  const { contactId } = await sender.api.post('contact/save', {
    name,
    duties: '采购',
    emails: [{ kind: 'work', value: `card-${mark}@partner.example` }],
  })
  await expect(row(sender.page, name)).toHaveCount(1)
  await row(sender.page, name).click()
  const card = sender.page.getByRole('article', { name })
  await card.getByRole('button', { name: filled(say.group.more, { name }) }).click()
  await sender.page.getByRole('menuitem', { name: say.vcf.send }).click()
  await expect(sender.page).toHaveURL(/\/write\//)
  await expect(sender.page.getByText(`${name}.vcf`).filter({ visible: true }).first()).toBeVisible()
  const { fileId } = await sender.api.post('contact/card/attach', { contactId })
  await sender.api.post('mail/email/send', {
    kind: 'new',
    sourceMailId: null,
    mailId: null,
    requestId: `card-of-${mark}`,
    to: [{ name: '', address: 'chen.jie@yanshu.test' }],
    cc: [],
    bcc: [],
    subject: `收名片${mark}`,
    html: '<p>名片</p>',
    fileIds: [fileId],
  })
  await sender.api.post('contact/delete', { contactIds: [contactId] })
  const { newUser } = await import('../support/people.ts')
  const reader = await newUser(browser, { user: 'chen.jie', server: baseURL ?? '' })
  const mail = reader.page
    .getByRole('main')
    .getByRole('row')
    .filter({ hasText: `收名片${mark}` })
  await expect(mail).toBeVisible()
  await mail.click()
  const cards = reader.page.getByRole('region', { name: say.vcf.label })
  await expect(cards.getByText(name)).toBeVisible()
  await cards.getByRole('button', { name: say.vcf.save }).click()
  await expect(cards.getByRole('button', { name: say.vcf.open })).toBeVisible()
  const { list } = await reader.api.get('contact/list', { keyword: `card-${mark}` })
  expect(list).toMatchObject([{ name, duties: '采购' }])
  await reader.api.post('contact/delete', { contactIds: list.map((one) => one.contactId) })
  await reader.context.close()
})
