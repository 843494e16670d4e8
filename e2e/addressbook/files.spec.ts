import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, mailRow, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const PATH = '/addressbook/allcontacts'

/** Addresses that no other test has, so that tests do not meet each other's contacts. */
const fresh = () => Date.now().toString(36)
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('grid').filter({ visible: true }).getByRole('row').filter({ hasText: name })
const problems = (page: Page) => violations(page, { include: '[role=dialog]' })

/** A table of people is imported and removed again. */
async function importedTable(person: Person): Promise<void> {
  const { page, words, api } = person
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
}

/** Two contacts with one address. */
async function doubles(person: Person): Promise<void> {
  const { page, words, api } = person
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
}

/** A contact as a card in a letter. */
async function sentCard(person: Person): Promise<void> {
  const { page, words, api } = person
  const say = words.contacts
  await goTo(page, PATH)
  const mark = fresh()
  const name = `名片${mark}`
  const { contactId } = await api.post('contact/save', {
    name,
    duties: '采购',
    emails: [{ kind: 'work', value: `card-${mark}@partner.example` }],
  })
  await expect(row(page, name)).toHaveCount(1)
  await row(page, name).click()
  const card = page.getByRole('article', { name })
  await card.getByRole('button', { name: filled(say.group.more, { name }) }).click()
  await page.getByRole('menuitem', { name: say.vcf.send }).click()
  await expect(page).toHaveURL(/\/write\//)
  await expect(page.getByText(`${name}.vcf`).filter({ visible: true }).first()).toBeVisible()
  const { fileId } = await api.post('contact/card/attach', { contactId })
  await api.post('mail/email/send', {
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
  await api.post('contact/delete', { contactIds: [contactId] })
  await goTo(page, '/inbox')
  const mail = mailRow(page, `收名片${mark}`)
  await expect(mail).toBeVisible()
  await mail.click()
  const cards = page.getByRole('region', { name: say.vcf.label })
  await expect(cards.getByText(name)).toBeVisible()
  await cards.getByRole('button', { name: say.vcf.save }).click()
  await expect(cards.getByRole('button', { name: say.vcf.open })).toBeVisible()
  const { list } = await api.get('contact/list', { keyword: `card-${mark}` })
  expect(list).toMatchObject([{ name, duties: '采购' }])
  await api.post('contact/delete', { contactIds: list.map((one) => one.contactId) })
}

test('given files and doubles, then a table comes in and is undone, two contacts are left, made one and two again, and a card goes with a letter', async ({
  someone,
}) => {
  const person = await someone({ user: 'chen.jie', path: PATH })
  await test.step('the columns of a table are corrected, its people come into a group, and all of it is undone', () =>
    importedTable(person))
  expect([person.seen.violations, person.seen.errors]).toEqual([[], []])
  await test.step('a letter carries a contact as a card, and who gets it keeps it with one press', () =>
    sentCard(person))
  await goTo(person.page, PATH)
  await test.step('two contacts with one address are left, and made one field by field, and two again', () =>
    doubles(person))
})
