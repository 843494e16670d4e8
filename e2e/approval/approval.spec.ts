import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const DOMAIN = 'yanshu.test'
const SUBJECT = '合同草案待审'

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer()
  const conditions = JSON.stringify({
    senderIds: [],
    deptIds: [],
    to: 'anybody',
    domains: [],
    recipientsFrom: null,
    sizeFrom: null,
    withAttachment: false,
    fileTypes: [],
    words: ['合同'],
    outsideHours: false,
  })
  const level = (who: string) =>
    `{"who":${who},"mode":"any","choice":false,"hours":400,"onTimeout":"refuse","standInId":null}`
  server.setSwitches({ mailApproval: true })
  server.change(`
    insert into approval_rule (name, enabled, sort, content, created_at)
      select '合同', 1, 1, '{"conditions":${conditions},"commentRequired":true,"levels":[' ||
        '${level(`{"kind":"people","accountIds":[' || id || ']}`)}' || ']}', 1
      from account where address = 'wang.fang@${DOMAIN}';
  `)
})
test.afterAll(() => server.remove())

test('a letter says before it is sent who decides; the desk passes it, and its writer follows it', async ({
  someone,
}) => {
  const writer = await someone({ user: 'zhang.wei', server: server.url, path: '/write/new/0' })
  const { page } = writer
  await page.getByRole('combobox', { name: '收件人' }).pressSequentially(`li.na@${DOMAIN},`)
  await page.getByRole('textbox', { name: '主题' }).fill(SUBJECT)
  await page.getByRole('textbox', { name: '正文' }).click()
  await page.keyboard.type('请审阅合同')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(asked).toContainText('这封邮件需要审批')
  await expect(asked).toContainText('王芳')
  await expect(asked).toContainText('若要直接发出：去掉“合同”')
  await asked.getByRole('button', { name: '提交审批' }).click()

  await page.goto('/#/pending')
  const mine = page.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: SUBJECT })
  await expect(async () => {
    await page.getByRole('button', { name: '刷新', exact: true }).filter({ visible: true }).click()
    await expect(mine).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await mine.click()
  await expect(page.getByRole('region', { name: SUBJECT })).toContainText('等待 王芳 审批')
  expect(await violations(page, { include: 'main' })).toEqual([])

  const approver = await someone({ user: 'wang.fang', server: server.url, path: '/inbox' })
  const desk = approver.page
  const entry = desk.getByRole('tree').getByRole('treeitem', { name: /^邮件审批/ })
  const { unapproved } = await approver.api.get('mail/main/approval/unapprovedCount')
  await expect(entry).toHaveAccessibleName(`邮件审批 ${unapproved} 封待处理`)
  await entry.click()
  await desk.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: SUBJECT }).click()
  const record = desk.getByRole('region', { name: SUBJECT })
  await expect(record.getByRole('heading', { name: SUBJECT }).locator('mark')).toHaveText('合同')
  await expect(record.getByRole('region', { name: '审批原因' })).toContainText('合同 主题、正文')
  await expect(desk.frameLocator('iframe').first().getByText('请审阅合同')).toBeVisible()
  expect(await violations(desk, { include: 'main' })).toEqual([])
  await approver.api.save({ colorMode: 'dark' })
  await desk.reload()
  await desk.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: SUBJECT }).click()
  await expect(record).toContainText('规则“合同”')
  expect(await violations(desk, { include: 'main' })).toEqual([])

  // A rejection needs a comment here.
  await desk.keyboard.press('n')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: '不通过' }).click()
  await expect(dialog).toContainText('请填写审批意见')
  await dialog.getByRole('button', { name: '取消' }).click()
  // One key passes, and may be taken back; pressed twice it decides once.
  const passed = desk.getByText(`已通过《${SUBJECT}》`)
  await desk.keyboard.press('y')
  await desk.keyboard.press('y')
  await expect(passed).toHaveCount(1)
  await desk.getByRole('button', { name: '撤销' }).last().click()
  await expect(passed).toHaveCount(0)
  await desk.keyboard.press('y')
  await expect(passed).toBeVisible()
  await expect(entry).toHaveAccessibleName(unapproved > 1 ? `邮件审批 ${unapproved - 1} 封待处理` : '邮件审批')

  const reader = await someone({ user: 'li.na', server: server.url, path: '/inbox' })
  await expect(reader.page.getByText(SUBJECT).first()).toBeVisible()
  await goTo(page, '/outbox')
  await expect(page.getByText(SUBJECT).filter({ visible: true }).first()).toBeVisible()
})
