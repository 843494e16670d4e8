import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { deliver, goTo, rowOf, unique } from './mailing.ts'

/** A person whom nothing else makes follow a mail up. */
const USER = 'cao.guilan'

test('a mail is kept on top, done, and followed up by keys', async ({ someone }) => {
  const { page, api } = await someone({ user: USER, path: '/inbox', rests: true })

  await test.step('a mail is kept on top by a key, and done by another: read, no longer on top, and no longer followed up', async () => {
    const subject = unique('处理完毕')
    await deliver({ to: `${USER}@yanshu.test`, subject, text: '请确认。' })
    const own = async () => (await api.inbox()).find((mail) => mail.subject === subject)
    await rowOf(page, subject).click()
    await expect(page.getByRole('button', { name: '跟进', exact: true }).filter({ visible: true })).toBeVisible()
    await page.keyboard.press('p')
    await expect.poll(async () => (await own())?.sticky).toBe(true)
    const mailIds = [(await own())?.mailId ?? 0]
    await api.post('mail/pending/saveOrUpdatePendingInfo', { mailIds, when: { kind: 'workdays', days: 1 } })
    await expect(page.getByRole('region', { name: '跟进', exact: true }).filter({ visible: true })).toBeVisible()
    await page.keyboard.press('e')
    await expect(page.getByText('已处理完毕')).toBeVisible()
    await expect.poll(own).toMatchObject({ sticky: false, seen: true })
    expect((await api.post('mail/pending/pendingMailList', {})).list).toEqual([])
  })

  await test.step('a mail is followed up by a key, stands above the inbox when it is due, and is ended there', async () => {
    const subject = unique('等合同')
    const note = unique('催一下')
    await deliver({ to: `${USER}@yanshu.test`, subject, text: '合同何时能好？' })
    await goTo(page, '/inbox')
    await rowOf(page, subject).click()
    await expect(page.getByRole('button', { name: '跟进', exact: true }).filter({ visible: true })).toBeVisible()
    await page.keyboard.press('b')
    const dialog = page.getByRole('dialog', { name: '跟进邮件' })
    await expect(dialog.getByRole('status')).toContainText('将于')
    await dialog.getByRole('textbox', { name: '备注' }).fill(note)
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '保存' }).click()
    const card = page.getByRole('region', { name: '跟进', exact: true }).filter({ visible: true })
    await expect(card).toContainText(note)
    await expect(card).toContainText('等待中')

    const { list } = await api.post('mail/pending/pendingMailList', {})
    const mine = list.find((one) => one.note === note)
    expect(mine).toMatchObject({ workdays: 3, subject })
    const at = Date.now() + 500
    const mailIds = [mine?.mailId ?? 0]
    await api.post('mail/pending/saveOrUpdatePendingInfo', { mailIds, when: { kind: 'at', at }, note })
    const due = page.getByRole('region', { name: '到期的跟进' })
    await expect(due).toContainText(subject)
    await expect(due).toContainText(note)
    await expect(card).toContainText('已到期')
    expect(await violations(page, { include: 'main' })).toEqual([])

    await goTo(page, '/followup')
    const row = page.getByRole('list', { name: '跟进的邮件' }).getByRole('listitem').filter({ hasText: subject })
    await expect(row).toContainText(note)
    expect(await violations(page, { include: 'main' })).toEqual([])
    await goTo(page, '/inbox')
    await due.getByRole('listitem').filter({ hasText: subject }).getByRole('button', { name: '结束跟进' }).click()
    await expect(due.getByRole('listitem').filter({ hasText: subject })).toHaveCount(0)
  })
})

test('mails that wait for an answer, and mails that are followed up, are lists', async ({ someone }) => {
  const { page, api } = await someone({ user: 'zhang.wei', path: '/followup?tab=unanswered' })

  await test.step('mails that wait for an answer are one list, and leave it by one press', async () => {
    const { list } = await api.get('mail/pending/unanswered', { days: 3 })
    const [first] = list
    if (!first) throw new Error('the demonstration has no question')
    const rows = page.getByRole('list', { name: '待回复' }).getByRole('listitem')
    await expect(rows).toHaveCount(list.length)
    expect(await violations(page, { include: 'main' })).toEqual([])
    await rows
      .first()
      .getByRole('button', { name: /不用回复/ })
      .click()
    await expect(rows).toHaveCount(list.length - 1)

    const remind = page.getByRole('combobox', { name: '到时提醒我' })
    await remind.click()
    await page.getByRole('option', { name: '满 2 天' }).click()
    await expect.poll(async () => (await api.get('mail/pending/unanswered/reminder')).days).toBe(2)
    await page.reload()
    await expect(remind).toContainText('满 2 天')
    expect(await violations(page, { include: 'main' })).toEqual([])
    await api.post('mail/pending/unanswered/remind', { days: null })
  })

  await test.step('in English, in the dark and on a phone a mail is snoozed, and several follow-ups are deleted at once', async () => {
    const names = [unique('Snoozed'), unique('Waiting')]
    for (const subject of names) await deliver({ subject, text: 'Hello', to: 'zhang.wei@yanshu.test' })
    const mails = (await api.inbox()).filter(({ subject }) => names.includes(subject))
    const mailIds = mails.map(({ mailId }) => mailId)
    await api.post('mail/pending/saveOrUpdatePendingInfo', {
      mailIds,
      when: { kind: 'workdays', days: 5 },
      snooze: true,
      note: 'a note that is long enough to need a second line on a narrow screen',
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await api.save({ language: 'en', colorMode: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
    await goTo(page, '/followup')
    const list = page.getByRole('list', { name: 'Mails that are followed up' })
    for (const subject of names) await list.getByRole('checkbox', { name: subject }).check()
    await expect(list).toContainText('Snoozed')
    expect(await violations(page, { include: 'main' })).toEqual([])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('2 follow-ups deleted')).toBeVisible()
    await expect.poll(async () => (await api.inbox()).filter(({ subject }) => names.includes(subject)).length).toBe(2)
    await api.save({ language: 'zh', colorMode: 'system' })
  })
})
