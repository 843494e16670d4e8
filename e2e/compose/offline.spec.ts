import { expect, test } from '@playwright/test'
import { watchQuiet } from '../support/collectors.ts'
import { arrival, fields, fresh, go, mailsCalled, open, ZHANG } from './desk.ts'

test('without a network a new letter is begun, kept, put into the outbox, and sent when the network is back; an answer is begun then', async ({
  page,
  context,
}) => {
  // The code of the write screen is fetched after the first view, before the first letter is asked for; then what letters begin with.
  const quiet = watchQuiet(page)
  const params = page.waitForResponse('**/api/mail/email/getWriteParams')
  await open(page, ZHANG, { rests: true })
  await params
  await quiet()

  await test.step('without a network a new letter is begun, kept, put into the outbox, and sent when the network is back', async () => {
    await context.setOffline(true)
    await go(page, '/write/new/0')
    const { to, subject: field, text, send } = fields(page)
    await text.waitFor()
    await expect(page.getByText('内容会保存在本机，联网后同步')).toBeVisible()
    // Shown once: by the frame, for whatever is on the screen.
    await expect(page.getByText('网络已断开')).toHaveCount(1)
    const subject = fresh('离线')
    await to.pressSequentially(`${ZHANG},`)
    await field.fill(subject)
    await text.click()
    await page.keyboard.type('没有网络')
    await expect(page.getByText('已保存到本机，联网后同步')).toBeVisible()
    await send.click()
    await expect(page.getByText('已放入待发送，网络恢复后自动发出')).toBeVisible()
    // It has left its tab, and stands in the outbox with its place.
    await page
      .getByRole('status')
      .filter({ hasText: '有 1 封邮件等待发送' })
      .getByRole('button', { name: '查看' })
      .click()
    const outbox = page.getByRole('dialog', { name: '离线邮件' })
    await expect(outbox.getByRole('listitem').filter({ hasText: subject })).toContainText('第 1 位')
    await outbox.getByRole('button', { name: '关闭', exact: true }).last().click()

    await context.setOffline(false)
    await expect(page.getByText(`离线时写的邮件已发出：${subject}`)).toBeVisible()
    await arrival(page, subject)
    // Sent once, and no draft of it is left.
    await expect.poll(async () => (await mailsCalled(page, subject)).length).toBe(2)
  })

  await test.step('an answer that could not be begun without a network is begun by itself when it is back', async () => {
    const [mail] = await mailsCalled(page, '')
    const mailId = mail?.mailId ?? 1
    await context.setOffline(true)
    await go(page, `/write/reply/${mailId}`)
    await expect(page.getByRole('alert').filter({ hasText: '无法打开写邮件页面' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('alert').filter({ hasText: '无法打开写邮件页面' })).toHaveCount(0)
  })
})
