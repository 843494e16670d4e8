import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

let server: OwnServer
test.beforeAll(async () => {
  server = await startServer()
  server.setSwitches({ netdiskEnable: true })
})
test.afterAll(() => server.remove())

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('files are uploaded, named, moved, deleted and come back, in dark and on a phone too', async ({ someone }) => {
  const { page, api } = await someone({ user: 'zhang.wei', server: server.url, path: '/inbox' })
  await page.getByRole('tree').getByRole('treeitem', { name: '文件中心', exact: true }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('这里还没有文件')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])

  await main.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '文件夹名称' }).fill('合同')
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  const row = (name: string) => main.getByRole('row').filter({ hasText: name })
  await expect(row('合同')).toBeVisible()
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('报价.txt', '一百'), textFile('草案.txt', '二')])
  await expect(row('报价.txt')).toBeVisible()
  await expect(row('草案.txt')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])

  await row('报价.txt').getByRole('checkbox').check()
  const bar = main.getByRole('toolbar', { name: '已选文件' })
  await bar.getByRole('button', { name: '移动到' }).click()
  await dialog.getByRole('button', { name: '合同' }).click()
  await dialog.getByRole('button', { name: '移动到此处' }).click()
  await expect(row('报价.txt')).toHaveCount(0)
  await row('合同').click()
  await expect(row('报价.txt')).toBeVisible()
  await expect(main.getByRole('navigation', { name: '当前路径' })).toContainText('合同')
  await main.getByRole('navigation', { name: '当前路径' }).getByRole('button', { name: '全部文件' }).click()

  await row('草案.txt').getByRole('checkbox').check()
  await page.keyboard.press('Delete')
  await expect(row('草案.txt')).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row('草案.txt')).toBeVisible()

  await main.getByRole('textbox', { name: '搜索文件名' }).fill('baojia')
  await expect(row('报价.txt')).toContainText('位于 合同')
  await api.save({ colorMode: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  await expect(row('合同')).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])
})

test('a kept file goes with a letter as a copy', async ({ someone }) => {
  const { page } = await someone({ user: 'li.na', server: server.url, path: '/documentcenter' })
  const main = page.getByRole('main')
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('纪要.txt', '三')])
  await expect(main.getByRole('row').filter({ hasText: '纪要.txt' })).toBeVisible()
  await page.goto('/#/write/new/0')
  await page.getByRole('button', { name: '从文件中心添加附件' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '纪要.txt' }).check()
  await dialog.getByRole('button', { name: '添加 1 个文件' }).click()
  await expect(page.getByRole('region', { name: '附件' })).toContainText('纪要.txt')
})

test('a folder is shared with a colleague by name, who sees it and no longer when it ends', async ({ someone }) => {
  const { page, api } = await someone({ user: 'zhang.wei', server: server.url, path: '/inbox' })
  const { documentId } = await api.post('documents/folder', { parentId: 0, name: '项目资料' })
  await page.goto('/#/documentcenter')
  const main = page.getByRole('main')
  await main.getByRole('row').filter({ hasText: '项目资料' }).getByRole('checkbox').check()
  await main.getByRole('toolbar', { name: '已选文件' }).getByRole('button', { name: '与同事共享' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '添加同事' }).fill('李娜')
  await page.getByRole('option', { name: /李娜/ }).first().click()
  await dialog.getByRole('combobox', { name: '李娜 的权限' }).click()
  await page.getByRole('option', { name: '可编辑' }).click()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '保存', exact: true }).click()
  await expect(dialog).toBeHidden()

  const na = await someone({ user: 'li.na', server: server.url, path: '/documentcenter' })
  const hers = na.page.getByRole('main')
  await hers.getByRole('radio', { name: '与我共享' }).click()
  const row = hers.getByRole('row').filter({ hasText: '项目资料' })
  await expect(row).toContainText('张伟 共享')
  expect(await violations(na.page, { include: 'main' })).toEqual([])
  await row.click()
  await hers
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('她的.txt', '四')])
  await expect(hers.getByRole('row').filter({ hasText: '她的.txt' })).toBeVisible()
  expect((await api.get('documents/list', { parentId: documentId })).list).toMatchObject([{ name: '她的.txt' }])
  await api.post('documents/grant/save', { documentId, grants: [] })
  await na.page.reload()
  await hers.getByRole('radio', { name: '与我共享' }).click()
  await expect(hers.getByText('没有文件')).toBeVisible()
})
