import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { SendBody } from '@yanshu/contracts'
import { apiOf, apiWith } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'

const MAIN = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
const SERVICE = 'kefu@yanshu.test'
const SUBJECT = '退货申请'

const letter = (requestId: string, more: Partial<SendBody> = {}) => ({
  ...{ kind: 'new' as const, sourceMailId: null, mailId: null, from: '', cc: [], bcc: [], fileIds: [], options: {} },
  ...{ to: [{ name: '', address: SERVICE }], subject: SUBJECT, html: '<p>收到的杯子碎了。</p>', requestId },
  ...more,
})

test('members of a public mailbox see who does a mail and who has answered it, and are asked before a second answer', async ({
  stranger,
  ownServer,
}) => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, '--data', ownServer.dataFolder, ...args])
  await run('mailbox', 'create', SERVICE, '--name', '客户服务')
  await run('mailbox', 'grant', SERVICE, 'li.na@yanshu.test', 'zhang.wei@yanshu.test')
  const switched = async (user: string) =>
    (await apiOf(ownServer.url, user)).post('user/account/switch', { account: SERVICE })
  const own = await apiOf(ownServer.url, 'chen.jie')
  await own.save({ undoSeconds: 5 })
  await own.post('mail/email/send', letter('request-of-chen'))
  const wei = apiWith(ownServer.url, SERVICE, (await switched('zhang.wei')).accessToken)
  await expect.poll(async () => (await wei.inbox()).map(({ subject }) => subject)).toContain(SUBJECT)
  const mailId = (await wei.inbox())[0]?.mailId ?? 0

  const { page } = await stranger({ user: 'li.na', server: ownServer.url })
  const { accessToken, refreshToken } = await switched('li.na')
  await page.addInitScript(
    (values) => {
      if (window === window.top) Object.assign(localStorage, values)
    },
    { accessToken, refreshToken, userMail: SERVICE },
  )
  await page.goto('/#/inbox')
  await page.getByRole('row').locator('[data-mail]').filter({ hasText: SUBJECT }).click()
  const card = page.getByRole('region', { name: '多人协作' })
  await expect(card).toContainText('未分配')
  await card.getByRole('button', { name: '由我负责' }).press('Enter')
  await expect(card.getByRole('status')).toContainText('由我负责')

  await card.getByRole('button', { name: '评论' }).click()
  await card.getByRole('textbox', { name: '写评论' }).fill('库存还有吗？')
  await card.getByRole('combobox', { name: '请谁看一下' }).click()
  await page.getByRole('option', { name: '张伟' }).click()
  await card.getByRole('button', { name: '发表评论' }).click()
  await expect(card.getByRole('listitem')).toContainText('请 张伟 看一下')
  expect(await violations(page)).toEqual([])

  // The other member answers meanwhile: the card follows without a press.
  await wei.post(
    'mail/email/send',
    letter('request-of-wei', {
      kind: 'reply',
      sourceMailId: mailId,
      to: [{ name: '', address: 'chen.jie@yanshu.test' }],
    }),
  )
  await expect(card.getByRole('status')).toContainText(/张伟 .*已回复/)
  await page.getByRole('button', { name: /^回复 .*…$/ }).click()
  await page.getByRole('textbox', { name: '快捷回复' }).fill('我们补发。')
  const send = page.getByRole('region', { name: '快捷回复' }).getByRole('button', { name: '发送' })
  await send.click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: '已有成员回复' })
  await expect(question).toContainText('张伟')
  await question.getByRole('button', { name: '仍然发送' }).click()
  await expect(page.getByText('回复已发送')).toBeVisible()
  expect((await wei.post('mail/email/team/get', { mailId })).answers).toHaveLength(2)
})
