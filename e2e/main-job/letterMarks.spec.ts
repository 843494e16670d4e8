import { expect, type Page } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, type Person, pathOf, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'
import { WITHOUT_MOVEMENT } from './still.ts'
import { fresh } from './writing.ts'

test.use(WITHOUT_MOVEMENT)

test.beforeAll(async ({ ownServer }) => {
  const candidate = await remoteTryWith(ownServer.client, ['letter.tool'])
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

const text = (page: Page) => page.locator('[data-letter-text]').filter({ visible: true })
const marks = (page: Page) => text(page).locator('mark')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function write({ page }: Pick<Person, 'page'>, words: string): Promise<void> {
  await goTo(page, `/write/new/0?c=${fresh('marks').replace(' ', '')}`)
  await text(page).click()
  await text(page).pressSequentially(words)
}

test('given text that a tool inserts as marked, then it is marked until its mark is cleared, undone in one step, kept by journal and draft, and sent without a mark', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'admin', server: ownServer.url, rests: true })
  const { page, api, words, seen } = person

  await test.step('it is marked until its mark is cleared, and undone in one step', async () => {
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

  const mailId = await test.step('the journal of this device and the draft of the server keep the marks', async () => {
    const subject = fresh('标记草稿')
    await write(person, '请看')
    await page.getByRole('textbox', { name: '主题' }).fill(subject)
    await page.context().setOffline(true)
    await press(page, 'marked')
    // The notice is shown when everything up to this moment is kept here; the line below the letter is about the next save.
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
    return mailId
  })

  // Another browser has the server's draft alone.
  const other = await someone({ user: 'admin', server: ownServer.url, path: `/write/editAgain/${mailId}` })
  const { page: there } = other
  await expect(marks(there)).toHaveText(['两行', '建议'])

  await test.step('a letter that is sent has no mark, and recalling it restores them', async () => {
    const send = async (subject: string) => {
      await write(other, '请看')
      await press(there, 'marked')
      await there.getByRole('combobox', { name: '收件人' }).fill('li.na@yanshu.test,')
      await there.getByRole('textbox', { name: '主题' }).fill(subject)
      const letter = pathOf(there)
      await there.getByRole('button', { name: '发送', exact: true }).click()
      await expect.poll(() => pathOf(there)).not.toBe(letter)
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
    await takeBack(there, words.compose.send.done)
    await expect(there.getByRole('textbox', { name: '主题' })).toHaveValue(taken)
    await expect(marks(there)).toHaveText(['两行', '建议'])
  })
})
