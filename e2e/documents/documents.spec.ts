import { expect } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { textFile, withFileCentre } from './stage.ts'

withFileCentre()

const OWNER = { user: 'wu.xiaofeng', name: '吴晓峰' }
const COLLEAGUE = { user: 'zheng.yuting', name: '郑雨婷' }

test('files are uploaded, named, moved, deleted and come back, in dark and on a phone too; a folder is shared with a colleague by name', async ({
  someone,
  ownServer,
}) => {
  const { page, api } = await someone({ user: OWNER.user, server: ownServer.url, path: '/inbox' })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const row = (name: string) => main.getByRole('row').filter({ hasText: name })
  let documentId = 0
  await test.step('files and folders', async () => {
    await page.getByRole('tree').getByRole('treeitem', { name: '文件中心', exact: true }).click()
    await expect(main.getByText('这里还没有文件')).toBeVisible()
    expect(await violations(page, { include: 'main' })).toEqual([])

    await main.getByRole('button', { name: '新建文件夹' }).click()
    await dialog.getByRole('textbox', { name: '文件夹名称' }).fill('合同')
    await dialog.getByRole('button', { name: '新建', exact: true }).click()
    await expect(row('合同')).toBeVisible()
    documentId = (await api.post('documents/folder', { parentId: 0, name: '项目资料' })).documentId
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
  })

  await test.step('a folder is shared by the name of a colleague', async () => {
    await row('草案.txt').getByRole('checkbox').uncheck()
    await row('项目资料').getByRole('checkbox').check()
    await main.getByRole('toolbar', { name: '已选文件' }).getByRole('button', { name: '与同事共享' }).click()
    await dialog.getByRole('combobox', { name: '添加同事' }).fill(COLLEAGUE.name)
    await page
      .getByRole('option', { name: new RegExp(COLLEAGUE.name) })
      .first()
      .click()
    await dialog.getByRole('combobox', { name: `${COLLEAGUE.name} 的权限` }).click()
    await page.getByRole('option', { name: '可编辑' }).click()
    expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect((await api.get('documents/grant/list', { documentId })).grants).toMatchObject([
      { subject: { kind: 'person', address: `${COLLEAGUE.user}@yanshu.test` }, level: 'edit' },
    ])
    await api.post('documents/grant/save', { documentId, grants: [] })
  })

  await test.step('a file is found by pinyin; dark, on a phone', async () => {
    const search = main.getByRole('textbox', { name: '搜索文件名' })
    await search.fill('baojia')
    await expect(row('报价.txt')).toContainText('位于 合同')
    await search.fill('')
    await api.save({ colorMode: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mode', 'dark')
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(row('合同')).toBeVisible()
    expect(await violations(page, { include: 'main' })).toEqual([])
  })
})

test('a kept file goes with a letter as a copy; a shared folder is seen by a colleague, and no longer when it ends', async ({
  someone,
  ownServer,
}) => {
  const owner = await apiOf(ownServer.url, OWNER.user)
  const { documentId } = await owner.post('documents/folder', { parentId: 0, name: '共同资料' })
  const subject = { kind: 'person', address: `${COLLEAGUE.user}@yanshu.test`, name: '' } as const
  await owner.post('documents/grant/save', { documentId, grants: [{ subject, level: 'edit' }] })

  const { page } = await someone({ user: COLLEAGUE.user, server: ownServer.url, path: '/documentcenter' })
  const main = page.getByRole('main')
  const row = (name: string) => main.getByRole('row').filter({ hasText: name })
  const input = main.locator('input[type=file]').first()
  await test.step('a kept file goes with a letter', async () => {
    await input.setInputFiles([textFile('纪要.txt', '三')])
    await expect(row('纪要.txt')).toBeVisible()
    await goTo(page, '/write/new/0')
    await page.getByRole('button', { name: '从文件中心添加附件' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: '纪要.txt' }).check()
    await dialog.getByRole('button', { name: '添加 1 个文件' }).click()
    await expect(page.getByRole('region', { name: '附件' })).toContainText('纪要.txt')
  })

  await test.step('a shared folder is seen, gets a file, and is gone when sharing ends', async () => {
    await goTo(page, '/documentcenter')
    await main.getByRole('radio', { name: '与我共享' }).click()
    await expect(row('共同资料')).toContainText(`${OWNER.name} 共享`)
    expect(await violations(page, { include: 'main' })).toEqual([])
    await row('共同资料').click()
    await input.setInputFiles([textFile('她的.txt', '四')])
    await expect(row('她的.txt')).toBeVisible()
    expect((await owner.get('documents/list', { parentId: documentId })).list).toMatchObject([{ name: '她的.txt' }])
    await owner.post('documents/grant/save', { documentId, grants: [] })
    await page.reload()
    await main.getByRole('radio', { name: '与我共享' }).click()
    await expect(row('共同资料')).toHaveCount(0)
    await expect(main.getByText('没有文件')).toBeVisible()
  })
})
