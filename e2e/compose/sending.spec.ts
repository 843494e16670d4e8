import { expect, type Page, type Route, test } from '@playwright/test'
import { enter, fillLogin } from '../support/people.ts'
import { WORDS } from '../support/words.ts'
import {
  arrival,
  beside,
  closeLetter,
  fields,
  fresh,
  go,
  LI_NA,
  mailsCalled,
  newMail,
  open,
  sentNotice,
  ZHANG,
} from './desk.ts'

/** A letter to a colleague that only has to be sent, under a subject of its own. */
async function written(page: Page, about: string, words: string) {
  const subject = fresh(about)
  const letter = await newMail(page)
  await letter.to.pressSequentially(`${LI_NA},`)
  await letter.subject.fill(subject)
  await letter.text.click()
  await page.keyboard.type(words)
  return { ...letter, field: letter.subject, subject }
}

/** Holds the next letter on its way; answers what refuses it, loses it or lets it go on. */
async function heldLetter(page: Page) {
  const held = Promise.withResolvers<Route>()
  await page.route('**/api/mail/email/send', (route) => held.resolve(route), { times: 1 })
  return {
    /** Once the letter has left the page. */
    left: held.promise,
    refuse: async () =>
      (await held.promise).fulfill({ status: 500, json: { code: 500_001, message: '服务器出错', data: null } }),
    lose: async () => (await held.promise).abort('connectionreset'),
    goOn: async () => (await held.promise).continue(),
  }
}

test('a letter that is sent is recalled, survives the network, waits for its file, is tried again, and stays its writer’s', async ({
  page,
}) => {
  await open(page, ZHANG)
  const colleague = await beside(page, LI_NA)
  // The colleague logs in below; other specs leave their language with the account.
  await colleague.save({ language: 'zh' })

  await test.step('a mail that is recalled is a draft again, as it was', async () => {
    const { subject, send } = await written(page, '撤销', '写错了')
    await send.click()
    const done = page.locator('[aria-live]').filter({ hasText: '已发送' })
    await expect(done.getByRole('button', { name: '撤销', exact: true })).toBeVisible()
    // The key takes it back as the button does.
    await page.keyboard.press('Control+z')
    await expect(page.getByText('已撤销发送')).toBeVisible()
    const again = fields(page)
    await expect(again.subject).toHaveValue(subject)
    await expect(again.text).toContainText('写错了')
    expect(await mailsCalled(page, subject)).toHaveLength(1)
    await closeLetter(page)
  })

  await test.step('a network that fails while sending loses nothing and sends once', async () => {
    const { subject, send } = await written(page, '断网', '内容')
    let calls = 0
    await page.route('**/api/mail/email/send', async (route) => {
      calls += 1
      // The server gets the first request; its answer gets lost.
      if (calls === 1) {
        await route.fetch()
        await route.abort('connectionreset')
      } else await route.continue()
    })
    await send.click()
    await sentNotice(page)
    expect(calls).toBe(2)
    await page.unroute('**/api/mail/email/send')
    await arrival(colleague, subject)
    expect(await mailsCalled(colleague, subject)).toHaveLength(1)
  })

  await test.step('a letter that is sent while its file is uploaded waits for it, can be held back, and carries it', async () => {
    const { subject, text, send, files } = await written(page, '等待', '见文件')
    const uploads: Route[] = []
    await page.route('**/api/file/upload', (route) => void uploads.push(route))
    await files.setInputFiles({ name: '计划.txt', mimeType: 'text/plain', buffer: Buffer.from('计划') })
    await send.click()
    const waiting = page.getByRole('button', { name: '正在等待上传' })
    await expect(waiting).toBeVisible()
    await page.getByRole('button', { name: '停止', exact: true }).click()
    await expect(send).toBeVisible()
    await send.click()
    await expect(waiting).toBeVisible()
    await expect(text).toContainText('见文件')
    const posted = page.waitForRequest('**/api/mail/email/send')
    for (const upload of uploads) await upload.continue()
    expect((await posted).postDataJSON()).toMatchObject({ subject, fileIds: [expect.any(String)] })
    await sentNotice(page)
    await page.unroute('**/api/file/upload')
  })

  await test.step('a letter that is tried again behind another one goes, and leaves no tab behind', async () => {
    const { subject, text, send } = await written(page, '再试', '第一封')
    const letter = await heldLetter(page)
    await send.click()
    await letter.left
    await newMail(page)
    await text.click()
    await page.keyboard.type('另一封')
    const again = await heldLetter(page)
    await letter.lose()
    const letters = page.getByRole('tab', { name: '写邮件' })
    await expect(page.locator('[aria-live]').filter({ hasText: `《${subject}》：网络中断，正在重试` })).toBeVisible()
    await expect(letters).toHaveCount(2)
    await again.goOn()
    await expect(page.locator('[aria-live]').filter({ hasText: '已发送' })).toBeVisible()
    await expect(letters).toHaveCount(1)
    await expect(text).toHaveText('另一封')
    await expect(text).toBeFocused()
    await arrival(page, subject)
    await closeLetter(page)
  })

  await test.step('a letter that is on its way when its writer logs out is sent, or kept for the next login', async () => {
    const signOut = async () => {
      await page.getByRole('button', { name: '更多', exact: true }).first().click()
      await page.getByRole('menuitem', { name: '退出登录' }).click()
      await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
    }
    const { subject, text, send } = await written(page, '退出', '还在路上')
    const letter = await heldLetter(page)
    await send.click()
    await letter.left
    await expect(text).toHaveCount(0)
    await signOut()
    await letter.refuse().catch(() => undefined)
    await fillLogin({ page, user: 'li.na', words: WORDS.zh })
    await page.getByRole('tree').waitFor()
    await expect(page.getByText('邮件没有发出')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: subject })).toHaveCount(0)
    await signOut()
    await fillLogin({ page, user: 'zhang.wei', words: WORDS.zh })
    await page.getByRole('tree').waitFor()
    const kept = await mailsCalled(page, subject)
    expect(kept).toHaveLength(1)
  })
})

test('a letter that did not leave, or was refused, is there as it was, with the reason', async ({ page }) => {
  await open(page, ZHANG)

  await test.step('Enter answers no to an invalid address and to a forgotten attachment, and the address stays until the letter has gone', async () => {
    const { to, text, send, subject } = await written(page, '报告', '请查收附件')
    await to.pressSequentially('wrong,')
    const question = page.getByRole('alertdialog')
    let sent = 0
    page.on('request', (request) => {
      if (request.url().includes('mail/email/send')) sent += 1
    })
    await text.click()
    await page.keyboard.press('Control+Enter')
    // Both stand in one panel.
    await expect(question).toContainText('地址无效')
    await expect(question).toContainText('是否忘记添加附件')
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(text).toContainText('请查收附件')
    const wrong = page.getByText('wrong', { exact: true })
    await expect(wrong).toBeVisible()
    expect(sent).toBe(0)

    const letter = await heldLetter(page)
    await send.click()
    await question.getByRole('button', { name: '仍然发送' }).click()
    const posted = (await letter.left).request().postDataJSON()
    expect(posted.to.map(({ address }: { address: string }) => address)).toEqual([LI_NA])
    await letter.refuse()
    await expect(text).toContainText('请查收附件')
    await expect(wrong).toBeVisible()
    expect(sent).toBe(1)
    expect(await mailsCalled(page, subject)).toHaveLength(1)
    await closeLetter(page)
  })

  await test.step('a letter closes when it leaves, and one that was refused comes back with the reason and as it was', async () => {
    const { subject, field, text, send } = await written(page, '被拒绝', '第一段')
    const first = await heldLetter(page)
    await send.click()
    await first.left
    await expect(text).toHaveCount(0)
    // A person who closes the browser now is asked.
    const isAsked = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    expect(await isAsked()).toBe(true)
    // The writer is notified, and can open the letter.
    const onItsWay = page.locator('[aria-live]').filter({ hasText: '正在发送' })
    await onItsWay.getByRole('button', { name: '打开' }).click()
    await expect(text).toContainText('第一段')
    await expect(page.getByRole('button', { name: '正在发送' })).toBeVisible()
    await first.refuse()
    await expect(page.getByText('邮件没有发出：服务器出错')).toBeVisible()
    expect(await isAsked()).toBe(false)

    const second = await heldLetter(page)
    await send.click()
    await second.left
    await expect(text).toHaveCount(0)
    await second.refuse()
    await expect(page.getByText('邮件没有发出：服务器出错')).toBeVisible()
    await expect(field).toHaveValue(subject)
    await expect(page.getByRole('list', { name: '收件人' }).getByRole('listitem')).toHaveCount(1)

    // A person who writes something else by then goes on writing.
    await text.click()
    await page.keyboard.press('End')
    await page.keyboard.type('，改过')
    const third = await heldLetter(page)
    await send.click()
    await third.left
    await newMail(page)
    await text.click()
    await page.keyboard.type('另一封')
    await third.refuse()
    const notice = page.locator('[aria-live]').filter({ hasText: `《${subject}》：邮件没有发出：服务器出错` })
    await expect(notice).toBeVisible()
    await expect(text).toBeFocused()
    await expect(text).toHaveText('另一封')
    await notice.getByRole('button', { name: '打开' }).click()
    await expect(text).toHaveText('第一段，改过')
    await expect(page.getByText('邮件没有发出：服务器出错').filter({ visible: true })).toBeVisible()

    // Closed before it was opened, the letter is named with its place.
    const fourth = await heldLetter(page)
    await send.click()
    await fourth.left
    await page.getByRole('tab', { name: /写邮件/ }).click()
    await expect(text).toHaveText('另一封')
    await text.click()
    await fourth.refuse()
    await expect(notice).toBeVisible()
    await page.getByTitle(/^关闭/).last().click()
    const kept = page.locator('[aria-live]').filter({ hasText: '已存入草稿箱' })
    await kept.getByRole('button', { name: '打开' }).click()
    await expect(text).toHaveText('第一段，改过')
    expect(await isAsked()).toBe(false)
    await send.click()
    await expect(page.locator('[aria-live]').filter({ hasText: '已发送' })).toBeVisible()
    await arrival(page, subject)
    // As sent, and nothing of it among the drafts.
    expect(await mailsCalled(page, subject)).toHaveLength(1)
  })
})

/** Writes a letter in a tab of its own and sends it by the keys. */
async function sendByKeys(page: Page): Promise<void> {
  const { to, subject, text } = await newMail(page)
  await to.pressSequentially(`${LI_NA},`)
  await subject.fill(fresh('由键盘发出'))
  await text.click()
  await page.keyboard.type('要发的')
  await page.keyboard.press('Control+Enter')
  await expect(text.filter({ hasText: '要发的' })).toHaveCount(0)
}

test('after a letter is sent, what is pressed next reaches no other letter', async ({ page }) => {
  const path = () => new URL(page.url()).hash.slice(1)
  const isInField = (where: Page) =>
    where.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable=true]') ?? false)
  // Where only letters are open, the other letter is shown, and none of its fields has the focus until the person presses one.
  await enter(page, 'zhang.wei', '/write/new/0?c=alone', { settings: { language: 'zh' } })
  const first = fields(page)
  await first.text.click()
  await page.keyboard.type('另一封')
  await sendByKeys(page)
  await expect(first.text).toContainText('另一封')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect(await isInField(page)).toBe(false)
  const words = await first.text.textContent()
  await page.keyboard.type('xyz')
  expect(await first.text.textContent()).toBe(words)
  await expect(first.to).toHaveValue('')
  // By a press of its own it is written on.
  await first.text.click()
  await page.keyboard.type('，继续')
  await expect(first.text).toContainText('，继续')

  await closeLetter(page)
  await go(page, '/inbox')
  const begun = path()
  const other = await newMail(page)
  await other.text.click()
  await page.keyboard.type('另一封')
  // Writing began before both: the way back is there.
  await sendByKeys(page)
  await expect.poll(path).toBe(begun)
  expect(await isInField(page)).toBe(false)
})
