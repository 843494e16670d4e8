import { expect } from '@playwright/test'
import { freePort } from '../../server/src/testing/freePort.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { fillLogin, goTo } from '../support/people.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const DOMAIN = 'yanshu.test'
const CONTRACT = '合同草案待审'
const OFFER = '报价单三人审'

let server: OwnServer
test.beforeAll(async () => {
  const port = await freePort()
  server = await startServer({ port, settings: { YANSHU_WEB_URL: `http://localhost:${port}/` } })
  const conditions = JSON.stringify({
    ...{ senderIds: [], deptIds: [], groupIds: [], to: 'anybody', domains: [], recipientsFrom: null, sizeFrom: null },
    ...{ withAttachment: false, fileTypes: [], words: ['合同'], outsideHours: false, secrecy: 'any' },
  })
  const withWord = (word: string) => conditions.replace('合同', word)
  const idOf = (user: string) => `' || (select id from account where address = '${user}@${DOMAIN}') || '`
  const level = (user: string) =>
    `{"who":{"kind":"people","accountIds":[${idOf(user)}]},"mode":"any","choice":false,"hours":400,"onTimeout":"refuse","standInId":null}`
  const levels = [level('wang.fang'), level('li.na')].join()
  const choice = level('wang.fang')
    .replace(`]}`, `,${idOf('li.na')}]}`)
    .replace('"choice":false', '"choice":true')
  server.setSwitches({ mailApproval: true })
  server.change(`
    insert into approval_rule (name, enabled, sort, content, created_at)
      values ('合同', 1, 1, '{"conditions":${conditions},"commentRequired":true,"levels":[${level('wang.fang')}]}', 1);
    insert into approval_rule (name, enabled, sort, content, created_at)
      values ('报价单', 1, -1, '{"conditions":${withWord('报价单')},"commentRequired":false,"levels":[${levels}]}', 1);
    insert into approval_rule (name, enabled, sort, content, created_at)
      values ('选人', 1, -2, '{"conditions":${withWord('选人')},"commentRequired":false,"levels":[${choice}]}', 1);
  `)
})
test.afterAll(() => server.remove())

test('a letter says before it is sent who decides; the desk passes it, and its writer follows it', async ({
  someone,
}) => {
  const writer = await someone({ user: 'zhang.wei', server: server.url, path: '/write/new/0' })
  await writer.api.save({ undoSeconds: 5 })
  const { page } = writer
  await page.getByRole('combobox', { name: '收件人' }).pressSequentially(`li.na@${DOMAIN},`)
  await page.getByRole('textbox', { name: '主题' }).fill(CONTRACT)
  await page.getByRole('textbox', { name: '正文' }).click()
  await page.keyboard.type('请审阅合同')
  await page.getByRole('button', { name: '发送', exact: true }).click()
  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(asked).toContainText('这封邮件需要审批')
  await expect(asked).toContainText('王芳')
  await expect(asked).toContainText('若要直接发出：去掉“合同”')
  await asked.getByRole('button', { name: '提交审批' }).click()

  await goTo(page, '/pending')
  const mine = page.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: CONTRACT })
  await expect(mine).toBeVisible({ timeout: 40_000 })
  await page.getByRole('button', { name: '刷新', exact: true }).filter({ visible: true }).click()
  await mine.click()
  await expect(page.getByRole('region', { name: CONTRACT })).toContainText('等待 王芳 审批')
  expect(await violations(page, { include: 'main' })).toEqual([])

  const approver = await someone({ user: 'wang.fang', server: server.url, path: '/inbox' })
  const desk = approver.page
  const entry = desk.getByRole('tree').getByRole('treeitem', { name: /^邮件审批/ })
  const { unapproved } = await approver.api.get('mail/main/approval/unapprovedCount')
  await expect(entry).toHaveAccessibleName(`邮件审批 ${unapproved} 封待处理`)
  await entry.click()
  await desk.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: CONTRACT }).click()
  const record = desk.getByRole('region', { name: CONTRACT })
  await expect(record.getByRole('heading', { name: CONTRACT }).locator('mark')).toHaveText('合同')
  await expect(record.getByRole('region', { name: '审批原因' })).toContainText('合同 主题、正文')
  await expect(desk.frameLocator('iframe').first().getByText('请审阅合同')).toBeVisible()
  expect(await violations(desk, { include: 'main' })).toEqual([])
  await desk.emulateMedia({ colorScheme: 'dark' })
  await expect(desk.locator('html')).toHaveAttribute('data-mode', 'dark')
  await expect(record).toContainText('规则“合同”')
  expect(await violations(desk, { include: 'main' })).toEqual([])

  // A rejection needs a comment here.
  await desk.keyboard.press('n')
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: '不通过' }).click()
  await expect(dialog).toContainText('请填写审批意见')
  await dialog.getByRole('button', { name: '取消' }).click()
  // One key passes, and may be taken back; pressed twice it decides once.
  const passed = desk.getByText(`已通过《${CONTRACT}》`)
  await desk.keyboard.press('y')
  await desk.keyboard.press('y')
  await expect(passed).toHaveCount(1)
  await desk.getByRole('button', { name: '撤销' }).last().click()
  await expect(passed).toHaveCount(0)
  await desk.keyboard.press('y')
  await expect(passed).toBeVisible()
  await expect(entry).toHaveAccessibleName(unapproved > 1 ? `邮件审批 ${unapproved - 1} 封待处理` : '邮件审批')

  const reader = await apiOf(server.url, 'li.na')
  await expect.poll(async () => (await reader.inbox()).map(({ subject }) => subject)).toContain(CONTRACT)
  await goTo(page, '/outbox')
  await expect(page.getByText(CONTRACT).filter({ visible: true }).first()).toBeVisible()
})

test('three people at once: one opens the link of a mail on a phone in English, the next passes in part, the writer follows both, and chooses who approves', async ({
  someone,
  stranger,
}) => {
  const writer = await someone({ user: 'zhang.wei', server: server.url, path: '/pending' })
  await writer.api.save({ undoSeconds: 5 })
  const second = await someone({ user: 'li.na', server: server.url, path: '/inbox' })
  const first = await stranger({ user: 'wang.fang', server: server.url, language: 'en' })
  await first.page.setViewportSize({ width: 390, height: 844 })

  const form = new FormData()
  form.append('file', new Blob(['项目,金额\r\n设备,一百万元']), '明细.csv')
  const headers = { authorization: `Bearer ${writer.api.accessToken}` }
  const uploaded = await fetch(`${server.url}/api/file/upload`, { method: 'POST', headers, body: form })
  const { data }: { data: { fileId: string } } = await uploaded.json()
  const to = ['chen.jie', 'wang.fang'].map((name) => ({ name: '', address: `${name}@${DOMAIN}` }))
  await writer.api.post('mail/email/send', {
    ...{ requestId: crypto.randomUUID(), mailId: null, kind: 'new', sourceMailId: null, to, cc: [], bcc: [] },
    ...{ subject: OFFER, html: '<p>请审阅报价单</p>', fileIds: [data.fileId] },
  })

  // Nothing is asked for by hand: what waits is pushed to the writer.
  const rows = (of: typeof writer) =>
    of.page.getByRole('grid', { name: '邮件' }).getByRole('row').filter({ hasText: OFFER })
  await expect(rows(writer)).toBeVisible({ timeout: 40_000 })
  await expect(writer.page.getByRole('treeitem', { name: /^我的申请/ })).toHaveAccessibleName(/封待处理/)
  const entry = second.page.getByRole('tree').getByRole('treeitem', { name: /^邮件审批/ })
  await expect(entry).toHaveCount(0)

  // The link of the mail asks for the login, opens the record, and is refused in words the second time.
  const link = async () => {
    const mail = (await first.api.inbox()).find(({ subject }) => subject.includes(OFFER))
    if (!mail) return ''
    const { html, text } = await first.api.post('mail/email/detail', { mailId: mail.mailId })
    return /#(\/appreply\/link\/[\w-]{43})/.exec(`${html} ${text}`)?.[1] ?? ''
  }
  await expect.poll(link).not.toBe('')
  const path = await link()
  await first.page.goto(`/#${path}`)
  await first.page.getByRole('radio', { name: 'English' }).check()
  await fillLogin(first)
  const record = first.page.getByRole('region', { name: OFFER }).last()
  await expect(record).toContainText('Rule “报价单”')
  await record.getByRole('button', { name: 'Preview 明细.csv' }).click()
  const shown = first.page.getByRole('dialog', { name: 'Preview' })
  await expect(shown.getByText('一百万元')).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Download' })).toHaveCount(0)
  await first.page.keyboard.press('Escape')
  await expect(record.getByRole('button', { name: 'Pass', exact: true })).toBeInViewport()
  expect(await violations(first.page, { include: 'main' })).toEqual([])
  await record.getByRole('button', { name: 'Pass', exact: true }).click()
  await first.page.getByRole('dialog').getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(first.page.getByText(`Passed “${OFFER}”`)).toBeVisible()
  await goTo(first.page, path)
  await expect(first.page.getByText('This link was used, or the mail no longer waits for you')).toBeVisible()

  // After ten seconds it waits for the next one, in whose sidebar the desk appears.
  await entry.click({ timeout: 40_000 })
  await rows(second).click({ timeout: 40_000 })
  const desk = second.page.getByRole('region', { name: OFFER }).last()
  await desk.getByRole('button', { name: '部分通过' }).click()
  const dialog = second.page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /chen\.jie/ }).check()
  await dialog.getByRole('textbox', { name: '理由' }).fill('尚未签约')
  expect(await violations(second.page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '部分通过' }).click()

  await expect(rows(writer)).toHaveCount(2, { timeout: 40_000 })
  await rows(writer).first().click()
  const mine = writer.page.getByRole('region', { name: OFFER }).last()
  await expect(mine).toContainText('尚未签约')
  expect(await violations(writer.page, { include: 'main' })).toEqual([])
  await mine.getByRole('button', { name: '撤回' }).click()
  await goTo(writer.page, '/draftbox')
  await expect(writer.page.getByText(OFFER).filter({ visible: true }).first()).toBeVisible()

  await test.step('the writer chooses who approves; the notice of the page opens the record, and the decision comes back as one', async () => {
    const TITLE = '选人审批的说明'
    const { page } = writer
    const chosen = second
    await goTo(page, '/write/new/0')
    await page.getByRole('combobox', { name: '收件人' }).pressSequentially(`chen.jie@${DOMAIN},`)
    await page.getByRole('textbox', { name: '主题' }).fill(TITLE)
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.type('请审阅')
    await page.getByRole('button', { name: '发送', exact: true }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText('王芳')
    // By the keyboard alone: from the safe answer back to the choice.
    await page.keyboard.press('Shift+Tab')
    await expect(asked.getByRole('combobox', { name: '审批人' })).toBeFocused()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['由规则指定（不选择）', '王芳', '李娜'])
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    expect(await violations(page, { include: '[role=alertdialog]' })).toEqual([])
    await asked.getByRole('button', { name: '提交审批' }).click()

    const notice = chosen.page.getByText(`张伟 的邮件等待您审批：${TITLE}`)
    await expect(notice).toBeVisible({ timeout: 40_000 })
    await chosen.page.getByRole('button', { name: '查看' }).last().click()
    const record = chosen.page.getByRole('tabpanel', { name: TITLE })
    await expect(record).toContainText('选择审批人')
    await record.getByRole('button', { name: '通过', exact: true }).click()
    await chosen.page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click()
    // Who was not chosen has nothing of it.
    expect(
      (await first.api.get('mail/main/approval/approverApprovalList', {})).list.map(({ subject }) => subject),
    ).not.toContain(TITLE)
    await expect(page.getByText(`李娜 已通过您的邮件：${TITLE}`)).toBeVisible({ timeout: 40_000 })
  })
})
