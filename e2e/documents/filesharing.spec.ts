import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer()
  server.setSwitches({ netdiskEnable: true })
  server.change(`
    update account set account_type = 2 where address = 'wang.fang@yanshu.test';
  `)
})
test.afterAll(() => server.remove())

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('a file goes with a letter as a link whose code stands apart, and obeys when links are forbidden', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: 'zhang.wei', server: server.url, path: '/documentcenter' })
  const main = page.getByRole('main')
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('方案.txt', '一')])
  await expect(main.getByRole('row').filter({ hasText: '方案.txt' })).toBeVisible()
  await page.goto('/#/write/new/0')
  await page.getByRole('button', { name: '从文件中心添加附件' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '方案.txt' }).check()
  await dialog.getByRole('button', { name: '作为链接插入' }).click()
  await dialog.getByRole('combobox', { name: '有效期' }).click()
  await page.getByRole('option', { name: '7 天', exact: true }).click()
  await dialog.getByRole('textbox', { name: '访问次数' }).fill('3')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  await expect(dialog).toContainText('请把链接和提取码分开发送')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '完成' }).click()
  const [share] = (await api.get('documents/share/list')).list
  const editor = page.getByRole('textbox', { name: '正文' })
  await expect(editor).toContainText(`/sharefile?id=${share?.token}`)
  await expect(editor).not.toContainText(share?.code ?? 'no code')

  const admin = await someone({ user: 'admin', server: server.url, path: '/filesharing' })
  const form = admin.page.getByRole('main')
  await form.getByRole('checkbox', { name: '允许对外分享' }).uncheck()
  expect(await violations(admin.page, { include: 'main' })).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await expect(admin.page.getByText('已保存')).toBeVisible()
  expect((await api.get('documents/share/list')).list[0]?.state).toBe('refused')
  await admin.api.post('documents/organisation/rule/save', {
    ...{ outside: true, codeRequired: false, daysMax: 30, watermark: false, viewOnly: false },
  })
})

test('an administrator makes the folder of a team, which its people find, and sees usage, links and sizes', async ({
  someone,
}) => {
  const admin = await someone({ user: 'admin', server: server.url, path: '/filesharing' })
  const { page } = admin
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: '团队文件夹' }).click()
  await main.getByRole('button', { name: '新建团队文件夹' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '文件夹名称' }).fill('规章制度')
  await dialog.getByRole('textbox', { name: '保管的公共邮箱' }).fill('wang.fang@yanshu.test')
  await dialog.getByRole('textbox', { name: '添加人员或邮件群组' }).fill('li.na@yanshu.test')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(main.getByRole('row').filter({ hasText: '规章制度' })).toContainText('可编辑')
  for (const part of ['容量', '分享链接', '最大的文件']) {
    await main.getByRole('radio', { name: part }).click()
    await expect(main.getByRole('table').or(main.getByText('没有分享链接')).first()).toBeVisible()
    expect(await violations(page, { include: 'main' })).toEqual([])
  }
  const na = await someone({ user: 'li.na', server: server.url, path: '/documentcenter' })
  const hers = na.page.getByRole('main')
  await hers.getByRole('radio', { name: '团队文件' }).click()
  await hers.getByRole('row').filter({ hasText: '规章制度' }).click()
  await hers
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('考勤.txt', '一')])
  await hers.getByRole('row').filter({ hasText: '考勤.txt' }).getByRole('checkbox').check()
  await na.page.keyboard.press('Delete')
  await hers.getByRole('button', { name: '此文件夹中删除的文件' }).click()
  await expect(hers.getByRole('row').filter({ hasText: '考勤.txt' })).toBeVisible()
  expect(await violations(na.page, { include: 'main' })).toEqual([])
})
