import { expect } from '@playwright/test'
import { automaticMailZh } from '../../remote-settings/src/automatic-mail/automaticMailText.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const USER = 'wang.fang'
const COLLEAGUE = 'li.na@yanshu.test'
const reply = {
  startAt: null,
  endAt: null,
  subject: '',
  inside: '<p>休假</p>',
  outsideTo: 'known',
  outside: '',
} as const

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', USER)
  await api.post('mail/main/generalConfig/saveReply', { ...reply, enabled: false })
  await api.post('mail/main/generalConfig/saveForward', { enabled: false, keepCopy: true })
  await api.post('mail/main/generalConfig/forward/remove', { address: COLLEAGUE })
  await api.post('mail/mailClassify/deleteAll', {})
  const { list } = await api.get('mail/main/sign')
  for (const { signId } of list) await api.post('mail/main/sign/delete', { signId })
})

/** One red point. */
const PICTURE = {
  name: '标志.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The bar that names what answers and forwards by itself. */
async function automaticMail(person: Person): Promise<void> {
  const { page, api } = person
  const words = automaticMailZh
  await api.post('mail/main/generalConfig/saveReply', { ...reply, enabled: true })
  await api.post('mail/main/generalConfig/forward/add', { address: COLLEAGUE })
  await api.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })
  const away = page.getByRole('status').filter({ hasText: words.reply })
  const forwarded = page.getByRole('status').filter({ hasText: filled(words.forward, { addresses: COLLEAGUE }) })
  await expect(away).toBeVisible()
  await expect(forwarded).toBeVisible()
  await goTo(page, '/calendar')
  await expect(away).toBeVisible()
  expect(await violations(page)).toEqual([])

  await away.getByRole('button', { name: words.turnOffReply }).click()
  await expect(away).toHaveCount(0)
  expect((await api.get('mail/main/generalConfig/getReply')).enabled).toBe(false)
  await forwarded.getByRole('button', { name: words.turnOffForward }).click()
  await expect(forwarded).toHaveCount(0)
  expect(await api.get('mail/main/generalConfig/getForward')).toMatchObject({ enabled: false, keepCopy: true })
}

/** A rule from its dialog. */
async function writtenRule(person: Person): Promise<void> {
  const { page, words, api } = person
  const { rules } = words.settings
  await expect(page.getByText(rules.none)).toBeVisible()
  await page.getByRole('button', { name: rules.add }).click()
  const dialog = page.getByRole('dialog', { name: rules.form.new })
  await dialog.getByRole('button', { name: words.settings.save, exact: true }).click()
  await expect(dialog.getByText(rules.problems.name)).toBeVisible()
  await dialog.getByLabel(rules.form.name).fill('e2e 规则')
  await dialog.getByLabel(filled(rules.form.value, { at: 1 })).fill('@')
  const conditions = [{ field: 'sender', not: false, value: '@' }] as const
  const { caught, looked } = await api.post('mail/mailClassify/preview', { match: 'all', conditions: [...conditions] })
  await expect(dialog.getByText(filled(rules.preview.caught_other, { looked, count: caught }))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel(rules.form.folder, { exact: true }).uncheck()
  await dialog.getByLabel(rules.form.read).check()
  await dialog.getByRole('button', { name: words.settings.save, exact: true }).click()
  await expect(dialog).toBeHidden()
  const sentence = `${filled(rules.say.sender, { value: '@' })}${rules.say.leads}${rules.say.read}`
  await expect(page.getByText(sentence)).toBeVisible()
  const kept = async () => (await api.get('mail/mailClassify/list')).list
  const [rule] = await kept()
  expect(rule).toMatchObject({ ruleName: 'e2e 规则' })

  // What another session changes is seen here without a reload.
  await api.post('mail/mailClassify/deleteAll', {})
  await expect(page.getByText(rules.none)).toBeVisible()
  if (rule) await api.post('mail/mailClassify/save', { ...rule, ruleId: null })
  await expect(page.getByText(sentence)).toBeVisible()

  await page.getByRole('button', { name: filled(rules.delete, { name: 'e2e 规则' }) }).click()
  // As long as the pointer is on it, it stays.
  const undo = page.getByRole('button', { name: words.settings.saved.undo, exact: true })
  await undo.hover()
  await expect.poll(kept).toEqual([])
  await undo.click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect.poll(kept).toMatchObject([{ ruleName: 'e2e 规则' }])
}

/** A rule that deletes, and a colleague who is blocked. */
async function dangerousRule(person: Person): Promise<void> {
  const { page, words, api } = person
  const { rules, save } = words.settings
  await page.getByRole('button', { name: rules.add }).click()
  const dialog = page.getByRole('dialog', { name: rules.form.new })
  await dialog.getByLabel(rules.form.name).fill('e2e 删除')
  await dialog.getByLabel(filled(rules.form.value, { at: 1 })).fill('@')
  await dialog.getByLabel(rules.form.folder, { exact: true }).uncheck()
  await dialog.getByLabel(rules.form.delete, { exact: true }).check()
  const tried = { match: 'all' as const, conditions: [{ field: 'sender' as const, not: false, value: '@' }] }
  const { caught, looked, colleagues = 0 } = await api.post('mail/mailClassify/preview', tried)
  await dialog.getByRole('button', { name: save, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: rules.ask.deletes })
  await expect(question).toContainText(filled(rules.ask.ofColleagues_other, { looked, count: caught, colleagues }))
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: words.settings.cancel, exact: true }).click()
  await expect(dialog).toBeVisible()
  expect((await api.get('mail/mailClassify/list')).list).toEqual([])
  await dialog.getByRole('button', { name: save, exact: true }).click()
  await question.getByRole('button', { name: rules.ask.save, exact: true }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: filled(rules.run, { name: 'e2e 删除' }) }).click()
  const run = page.getByRole('dialog', { name: filled(rules.runs.title, { name: 'e2e 删除' }) })
  const { folderList } = await api.get('mail/main/folder/list')
  const here = await api.post('mail/mailClassify/preview', { ...tried, folderId: folderList[0]?.folderId })
  await expect(run).toContainText(filled(rules.preview.caughtHere_other, { looked: here.looked, count: here.caught }))
  await run.getByRole('button', { name: words.settings.cancel, exact: true }).click()

  // A colleague is blocked only after a question.
  await page.getByLabel(rules.senders.addBlocked, { exact: true }).fill('li.na@yanshu.test')
  await page.getByRole('button', { name: rules.senders.add, exact: true }).first().click()
  const block = page.getByRole('alertdialog', { name: filled(rules.ask.blocks, { pattern: 'li.na@yanshu.test' }) })
  await block.getByRole('button', { name: words.settings.cancel, exact: true }).click()
  expect((await api.get('mail/mailClassify/senders')).list).toEqual([])
}

/** A signature with a picture. */
async function pictureInSignature(person: Person): Promise<void> {
  const { page, words } = person
  const { signatures } = words.settings
  await goTo(page, '/set/signature')
  await page.getByRole('button', { name: signatures.add, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: signatures.new })
  await dialog.getByLabel(signatures.name, { exact: true }).fill('带标志')
  await dialog.getByRole('textbox', { name: signatures.text }).fill('王芳')
  await dialog.locator('input[type=file]').setInputFiles(PICTURE)
  await expect(dialog.locator('img[src^="data:image/png"]')).toBeVisible()
  await dialog.getByRole('checkbox', { name: signatures.forNew }).check()
  await dialog.getByRole('button', { name: words.settings.save, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: '带标志' }).locator('img')).toBeVisible()
  await goTo(page, '/write/new/0')
  const letter = page.locator('[data-letter-text]').filter({ visible: true })
  await expect(letter).toContainText('王芳')
  // It stays where it stands when the letter is written on: no letter uploads it.
  await letter.click()
  await page.keyboard.type('你好')
  await expect(letter).toContainText('你好')
  await expect(letter.locator('img[src^="data:image/png"]')).toBeVisible()
}

/** A signature from a layout. */
async function layoutOfSignature(person: Person): Promise<void> {
  const { page, words, api } = person
  const { search, signatures, pages } = words.settings
  await goTo(page, '/set/signature')
  for (const { signId } of (await api.get('mail/main/sign')).list) await api.post('mail/main/sign/delete', { signId })
  await expect(page.getByRole('listitem').filter({ hasText: '带标志' })).toHaveCount(0)
  await goTo(page, '/set/normalset')
  await page.getByLabel(search.label).fill('qianming')
  await page.getByRole('link', { name: pages.signature }).first().click()
  await page.getByRole('button', { name: '名片', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: signatures.new })
  const text = dialog.getByRole('textbox', { name: signatures.text })
  await expect(text).toContainText('王芳')
  // What is being written is there after a look at another tab.
  await text.click()
  await page.keyboard.type('今天')
  await goTo(page, '/inbox')
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(text).toContainText('今天')
  await dialog.getByRole('button', { name: words.settings.save, exact: true }).click()
  await expect(dialog).toBeHidden()
  await goTo(page, '/write/new/0')
  const letter = page.locator('[data-letter-text]').filter({ visible: true })
  await expect(letter).toContainText('王芳')
  await expect(letter).toContainText('今天')
}

test('given automatic mail, rules and signatures, then a bar names what is on, a catch is shown before it is saved, what deletes is asked about, and letters begin with the signature', async ({
  someone,
}) => {
  const person = await someone({ user: USER, path: '/set/mailclassification', rests: true })
  const { api } = person
  await test.step('a bar on every page names automatic replies and forwarding, and turns them off', () =>
    automaticMail(person))
  await goTo(person.page, '/set/mailclassification')
  await test.step('a rule is written, what another session changes is seen, and deleting is undone', () =>
    writtenRule(person))
  await api.post('mail/mailClassify/deleteAll', {})
  await test.step('before a rule deletes, its mails and those of colleagues are counted; a run shows what it would do', () =>
    dangerousRule(person))
  await test.step('a picture in a signature is seen where it is kept, and letters take it along', () =>
    pictureInSignature(person))
  await test.step('a signature is made from a layout, and the next letter begins with it', () =>
    layoutOfSignature(person))
  expect([person.seen.errors, person.seen.violations]).toEqual([[], []])
})
