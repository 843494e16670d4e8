import { expect, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { arrival, call, fields, fresh, go, LI_NA, mailsCalled, open, pageOf, ZHANG } from './desk.ts'

test('a sent mail is corrected: the copy lies in its place at a colleague who has not read it', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await open(page, ZHANG)
  const subject = fresh('会议改到周三')
  await call(page, 'mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 5 })
  const { mailId } = await call<{ mailId: number }>(page, 'mail/email/send', {
    ...{ kind: 'new', sourceMailId: null, mailId: null, requestId: fresh('request'), fileIds: [] },
    ...{ to: [{ name: '李娜', address: LI_NA }], cc: [], bcc: [], subject, html: '<p>周三见</p>' },
  })
  const other = await pageOf(browser, LI_NA)
  await arrival(other, subject)

  await go(page, `/outbox?mail=${mailId}`)
  await page.getByRole('button', { name: '投递与撤回' }).click()
  const dialog = page.getByRole('dialog', { name: '投递与撤回' })
  await dialog.getByRole('radio', { name: /一封更正件/ }).check()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '写更正件' }).click()
  const screen = fields(page)
  await expect(screen.subject).toHaveValue(subject)
  await expect(page.getByText('更正件', { exact: true })).toBeVisible()
  const corrected = `${subject}（更正）`
  await screen.subject.fill(corrected)
  await screen.send.click()

  await arrival(other, corrected)
  await expect(async () => expect(await mailsCalled(other, subject)).toHaveLength(0)).toPass()
  const [copy] = await mailsCalled(other, corrected)
  await go(other, `/inbox?mail=${copy?.mailId}`)
  await expect(
    other
      .frameLocator('iframe')
      .first()
      .getByText(/更正：张伟 于 .*请以这封邮件为准/),
  ).toBeVisible()
  await call(page, 'mail/main/generalConfig/single/update', { key: 'undoSeconds', value: 10 })
  await other.context().close()
})
