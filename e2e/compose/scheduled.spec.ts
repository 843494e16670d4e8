import { expect } from '@playwright/test'
import { zh as scheduleZh } from '../../remote-compose/src/schedule/words.ts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { fields, fresh, go, LI_NA } from './desk.ts'

const { schedule } = scheduleZh

test('given a sending time, then the letter waits in its list, is marked among the sent mails, and is a draft again when it is edited', async ({
  someone,
}) => {
  const { page, api, words } = await someone({ user: 'wang.fang' })
  const { actions } = words.compose
  const subject = fresh('定时')
  await go(page, '/write/new/0?c=schedule00001')
  const { to, subject: subjectField, text } = fields(page)
  await text.waitFor()
  await to.fill(`${LI_NA},`)
  await subjectField.fill(subject)

  // By keyboard: a time of one's own, which is judged, and refused while it is none.
  const clock = page.getByRole('button', { name: actions.schedule })
  await clock.press('Enter')
  const dialog = page.getByRole('dialog', { name: schedule.title })
  const field = dialog.getByRole('textbox', { name: schedule.time })
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: schedule.keep }).click()
  await expect(dialog.getByText(schedule.required)).toBeVisible()
  const at = new Date(Date.now() + 3 * 86_400_000)
  const wall = `${at.toISOString().slice(0, 10)} 03:30`
  await field.fill(wall)
  await field.press('Tab')
  await expect(dialog.getByRole('status')).toContainText('03:30')
  expect(await violations(page, { without: ['region'] })).toEqual([])
  await dialog.getByRole('button', { name: schedule.keep }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: actions.sendLater, exact: true }).first()).toBeVisible()

  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^已定时/)).toBeVisible()
  const { list } = await api.get('mail/email/scheduled/list')
  expect(list).toMatchObject([{ subject, sendAt: Date.parse(`${wall.replace(' ', 'T')}:00+08:00`) }])

  await go(page, '/outbox')
  await expect(page.getByText(subject).first()).toBeVisible()
  await expect(
    page.getByLabel(words.mail.marker.scheduled).or(page.getByTitle(words.mail.marker.scheduled)).first(),
  ).toBeVisible()
  await go(page, '/scheduled')
  await expect(page.getByRole('heading', { name: schedule.listTitle })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: subject })).toContainText('03:30')
  expect(await violations(page, { without: ['region'] })).toEqual([])
  await page.getByRole('button', { name: `${schedule.edit} ${subject}` }).press('Enter')
  await expect(fields(page).subject).toHaveValue(subject)
  expect((await api.get('mail/email/scheduled/list')).list).toEqual([])

  // One press, and away again: the letter is sent at once then.
  await page.getByRole('button', { name: /03:30 发送$/ }).click()
  await dialog.getByRole('button', { name: schedule.morning }).click()
  await expect(dialog).toBeHidden()
  await page
    .getByRole('button', { name: / 发送$/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: schedule.atOnce }).click()
  await expect(fields(page).send).toBeVisible()
})
