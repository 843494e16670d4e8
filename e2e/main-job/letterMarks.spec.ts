import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Candidate } from '@yanshu/discovery'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { makeRemoteTry, replaceIn, withRemoteTry } from './remoteTry.ts'

const TOOLS = `
import type { SlotProps } from '@yanshu/contracts'
import { intents } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'

export function LetterTool({ letter }: SlotProps<'letter.tool'>) {
  return (
    <>
      <Button onClick={() => letter.insert('两行\\n建议', { marked: true })}>marked</Button>
      <Button onClick={() => letter.insert('普通')}>plain</Button>
      <Button onClick={() => letter.replaceSelection('改写', { marked: true })}>replace</Button>
      <Button onClick={() => letter.clearMarks()}>clear</Button>
      <Button onClick={() => void intents.send('letter.insert', { text: '意图', marked: true })}>intent</Button>
      <Button onClick={() => Reflect.set(window, 'read', letter.text())}>read</Button>
    </>
  )
}

export function MailTool({ port }: SlotProps<'mail.tool'>) {
  const last = () => {
    const at = port.text().lastIndexOf('最后一句')
    return { start: at, end: at + 4 }
  }
  return (
    <>
      <Button onClick={() => port.mark([{ start: 0, end: 2 }, last()])}>mark</Button>
      <Button onClick={() => port.scrollTo(last())}>scroll</Button>
      <Button onClick={() => port.clear()}>unmark</Button>
    </>
  )
}
`

let candidate: Candidate

test.beforeAll(async ({ ownServer }) => {
  candidate = await makeRemoteTry(ownServer.client, (folder) => {
    writeFileSync(path.join(folder, 'src/tools.tsx'), TOOLS)
    replaceIn(path.join(folder, 'src/contributes.ts'), [
      'slots: [',
      "slots: [{ slot: 'letter.tool', major: 1 }, { slot: 'mail.tool', major: 1 }, ",
    ])
    replaceIn(path.join(folder, 'src/remote.ts'), [
      'slots: {',
      "slots: { 'letter.tool': async () => ({ default: (await import('./tools.tsx')).LetterTool }), 'mail.tool': async () => ({ default: (await import('./tools.tsx')).MailTool }),",
    ])
  })
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

const text = (page: Page) => page.locator('[data-letter-text]').filter({ visible: true })
const marks = (page: Page) => text(page).locator('mark')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const fresh = (word: string) => `${word} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`

async function write({ page }: Pick<Person, 'page'>, words: string): Promise<void> {
  await goTo(page, `/write/new/0?c=${fresh('marks').replace(' ', '')}`)
  await text(page).click()
  await text(page).pressSequentially(words)
}

test('given text that a tool inserts as marked, then it is marked until its mark is cleared, and undone in one step', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'admin', server: ownServer.url })
  const { page, seen } = person
  await write(person, '你好')
  await press(page, 'marked')
  await expect(marks(page)).toHaveText(['两行', '建议'])
  await expect(marks(page).first()).toHaveAttribute('aria-description', /确认/)
  expect(
    await marks(page)
      .first()
      .evaluate((mark) => getComputedStyle(mark).backgroundColor),
  ).not.toBe('rgba(0, 0, 0, 0)')
  expect(await violations(page, { include: '[data-letter-text]' })).toEqual([])

  // What is typed behind it is the writer's own, and so is what a tool inserts as plain.
  await text(page).press('Control+End')
  await text(page).pressSequentially('我的')
  await press(page, 'plain')
  await expect(text(page).locator('p').last()).toHaveText('建议我的普通')
  await expect(marks(page)).toHaveText(['两行', '建议'])
  await press(page, 'intent')
  await expect(marks(page)).toHaveText(['两行', '建议', '意图'])
  await text(page).press('Control+z')
  await expect(marks(page)).toHaveText(['两行', '建议'])
  await expect(text(page).locator('p').last()).toHaveText('建议我的普通')

  await text(page).press('Control+a')
  await press(page, 'replace')
  await expect(text(page)).toHaveText('改写')
  await expect(marks(page)).toHaveText(['改写'])
  await text(page).press('Control+z')
  await expect(marks(page)).toHaveText(['两行', '建议'])
  await press(page, 'clear')
  await expect(marks(page)).toHaveCount(0)
  await expect(text(page)).toContainText('两行')
  await text(page).press('Control+z')
  await expect(marks(page)).toHaveText(['两行', '建议'])
  await press(page, 'read')
  expect(await page.evaluate(() => Reflect.get(window, 'read'))).toMatch(/^你好两行\s建议我的普通/)
  expect(seen.violations).toEqual([])
})

test('given marked text, then the journal of this device and the draft of the server keep the marks', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'admin', server: ownServer.url })
  const { page, api, words } = person
  const subject = fresh('标记草稿')
  await write(person, '请看')
  await page.getByRole('textbox', { name: '主题' }).fill(subject)
  await page.context().setOffline(true)
  await press(page, 'marked')
  // The notice is shown when everything up to this moment is kept here; the line below the letter speaks of what will be.
  await page.keyboard.press('Control+s')
  await expect(page.locator('[aria-live]').filter({ hasText: words.compose.draft.local })).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await expect(marks(page)).toHaveText(['两行', '建议'])

  await page.keyboard.press('Control+s')
  const { folderId } = await api.folder('drafts')
  const draft = async () =>
    (await api.get('mail/email/mailbox/list', { mailboxId: folderId, pageSize: 50 })).list.find(
      (mail) => mail.subject === subject,
    )
  await expect.poll(draft).toBeDefined()
  const { mailId = 0 } = (await draft()) ?? {}
  expect((await api.post('mail/email/editAgain', { mailId })).html).toContain('两行')

  // Another browser has the server's draft alone.
  const other = await someone({ user: 'admin', server: ownServer.url, path: `/write/editAgain/${mailId}` })
  await expect(marks(other.page)).toHaveText(['两行', '建议'])
})

test('given marked text that is sent, then nobody gets a mark, and recalling it restores them', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'admin', server: ownServer.url })
  const { page } = person
  const send = async (subject: string) => {
    await write(person, '请看')
    await press(page, 'marked')
    await page.getByRole('combobox', { name: '收件人' }).fill('li.na@yanshu.test,')
    await page.getByRole('textbox', { name: '主题' }).fill(subject)
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await expect(text(page)).toHaveCount(0)
  }
  const subject = fresh('标记邮件')
  await send(subject)
  const reader = await apiOf(ownServer.url, 'li.na')
  const received = async () => (await reader.inbox()).find((mail) => mail.subject === subject)
  await expect.poll(received).toBeDefined()
  const { mailId = 0 } = (await received()) ?? {}
  const raw = `${await reader.bytes(`file/mail/${mailId}`)}`
  const parts = [...raw.matchAll(/base64\r?\n\r?\n([\w+/=\r\n]+)/g)].map(
    ([, part = '']) => `${Buffer.from(part, 'base64')}`,
  )
  const whole = `${raw}\n${parts.join('\n')}`
  expect(whole).toContain('两行')
  expect(whole).not.toMatch(/yanshu-inserted|<data|<mark|aria-description/)

  const taken = fresh('撤回标记')
  await send(taken)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('textbox', { name: '主题' })).toHaveValue(taken)
  await expect(marks(page)).toHaveText(['两行', '建议'])
})

test('given a shown mail, then a tool marks parts of it, brings one into view and clears the marks', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'admin', server: ownServer.url })
  const { page, api } = person
  const subject = fresh('长信')
  await api.post('mail/email/send', {
    requestId: crypto.randomUUID(),
    mailId: null,
    kind: 'new',
    sourceMailId: null,
    from: '',
    to: [{ name: '', address: 'admin@yanshu.test' }],
    cc: [],
    bcc: [],
    subject,
    html: `<div>${'一段很长的话。<br>'.repeat(400)}最后一句</div>`,
    fileIds: [],
    priority: 3,
    requestReceipt: false,
  })
  const received = async () => (await api.inbox()).find((mail) => mail.subject === subject)
  await expect.poll(received).toBeDefined()
  const mail = await received()
  await goTo(page, `/reply/${mail?.mailboxId}/${mail?.mailId}`)
  const frame = page.locator('article iframe').filter({ visible: true })
  const shown = frame.contentFrame().locator('.yanshu-mail')
  await expect(shown).toContainText('最后一句')
  const marked = () =>
    shown.evaluate(() => [...CSS.highlights.values()].flatMap((one) => [...one].map((range) => `${range}`)))
  await press(page, 'mark')
  await expect.poll(marked).toEqual(['一段', '最后一句'])
  await press(page, 'scroll')
  // One block of 400 lines: its middle is far from its last words.
  const isInSight = async () => {
    const at = await shown.evaluate((element) => element.getBoundingClientRect().bottom)
    const bottom = ((await frame.boundingBox())?.y ?? 0) + at
    return bottom > 0 && bottom <= 900
  }
  await expect.poll(isInSight).toBe(true)
  await press(page, 'unmark')
  await expect.poll(marked).toEqual([])
})
