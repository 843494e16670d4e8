import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import { deliver, unique } from './mailing.ts'

/** A person whose mailbox no other spec reads. */
const USER = 'feng.juan'

test('the first mail of somebody waits until it is decided, in the list of senders or above the mail', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: USER, path: '/subscriptions' })
  const word = unique('new').replace(/\W/g, '').toLowerCase()
  const [one, two] = [`${word}.a@first.example`, `${word}.b@first.example`]
  const arrive = (from: string, subject: string) =>
    deliver({ to: `${USER}@yanshu.test`, from: `"新人" <${from}>`, subject, text: '您好' })
  await page.getByRole('radio', { name: '首次来信' }).click({ force: true })
  const screener = page.getByRole('switch', { name: /首次来信先等我决定/ }).filter({ visible: true })
  await screener.click()
  await expect(screener).toBeChecked()
  await expect(page.getByText('没有等待决定的发件人')).toBeVisible()

  const [first, second] = [unique('甲'), unique('乙')]
  await arrive(one, first)
  await arrive(two, second)
  const row = (address: string) => page.getByRole('listitem').filter({ hasText: address })
  await expect(row(one)).toContainText('1 封')
  expect((await api.inbox()).map(({ subject }) => subject)).not.toContain(first)
  expect(await violations(page, { include: 'main' })).toEqual([])
  await row(one).getByRole('button', { name: '放行 新人' }).click()
  await expect(row(one)).toHaveCount(0)
  await goTo(page, '/inbox')
  await expect(mailRows(page).filter({ hasText: first })).toBeVisible()

  // The other one is decided about where its mail is read.
  const folder = page.getByRole('treeitem', { name: /首次来信/ })
  await folder.click()
  await mailRows(page).filter({ hasText: second }).click()
  const card = page.getByRole('region', { name: '首次来信' })
  await card.getByRole('button', { name: '拒收 新人' }).click()
  await expect(page.getByText(/已拒收 新人/)).toBeVisible()
  await expect(mailRows(page).filter({ hasText: second })).toHaveCount(0)

  // Turned off, nothing waits any more.
  await arrive(`${word}.c@first.example`, unique('丙'))
  await goTo(page, '/subscriptions?of=held')
  await screener.click()
  await expect(page.getByText(/已关闭，\d 封邮件移至收件箱/)).toBeVisible()
  await api.post('mail/mailClassify/senders/delete', { patterns: [one, two] })
})
