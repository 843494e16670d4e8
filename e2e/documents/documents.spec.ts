import { expect } from '@playwright/test'
import zh from '../../remote-documents/src/messages/zh.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { textFile, withFileCentre } from './stage.ts'

withFileCentre()

const OWNER = { user: 'wu.xiaofeng', name: '吴晓峰' }
const COLLEAGUE = { user: 'zheng.yuting', name: '郑雨婷' }

/** A file is locked and edited elsewhere, and the code of its link sent. */
async function editedElsewhere({ page, api }: Person, server: string): Promise<void> {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('估价.txt', '一')])
  const row = main.getByRole('row').filter({ hasText: '估价.txt' })
  await expect(row).toBeVisible()
  const file = (await api.get('documents/list', {})).list.find(({ name }) => name === '估价.txt')
  const documentId = file?.documentId ?? 0
  const subject = { kind: 'person', address: `${COLLEAGUE.user}@yanshu.test`, name: '' } as const
  await api.post('documents/grant/save', { documentId, grants: [{ subject, level: 'edit' }] })

  const openVersions = async () => {
    await row.getByRole('checkbox').check()
    await main.getByRole('toolbar', { name: zh.selected }).getByRole('button', { name: zh.versions }).click()
  }
  await openVersions()
  await expect(dialog.getByRole('button', { name: zh.uploadVersion })).toBeVisible()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  const fetched = page.waitForEvent('download')
  await dialog.getByRole('button', { name: zh.editElsewhere }).click()
  expect((await fetched).suggestedFilename()).toBe('估价.txt')
  await expect(row.getByLabel(/正在编辑/)).toBeVisible()

  const colleague = await apiOf(server, COLLEAGUE.user)
  const theirs = await colleague.get('documents/list', { place: 'search', text: '估价' })
  expect(theirs.list).toMatchObject([{ documentId, lockedHere: false, lockedBy: expect.stringMatching(/./) }])

  await openVersions()
  await dialog.locator('input[type=file]').setInputFiles([textFile('改过的估价.txt', '二')])
  await expect(page.getByText(zh.versionUploaded)).toBeVisible()
  await expect(row.getByLabel(/正在编辑/)).toHaveCount(0)
  expect((await api.get('documents/versions', { documentId })).list).toHaveLength(2)

  await api.post('documents/share/create', { documentIds: [documentId], code: 'ab12', days: 7, count: 9 })
  await main.getByRole('button', { name: zh.shares }).click()
  await dialog.getByRole('button', { name: '短信发送提取码：估价.txt' }).click()
  const asked = dialog.filter({ hasText: zh.sendCodeLead })
  await asked.getByRole('textbox', { name: zh.phone }).fill('138 0013 8000')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await asked.getByRole('button', { name: zh.send, exact: true }).click()
  await expect(page.getByText(zh.codeSent).first()).toBeVisible()
  await dialog.getByRole('button', { name: '访问记录：估价.txt' }).click()
  await expect(dialog.getByText('提取码已用短信发送到尾号 8000')).toBeVisible()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  for (let left = (await dialog.count()) - 1; left >= 0; left -= 1) {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(left)
  }
  await api.post('documents/grant/save', { documentId, grants: [] })
}

test('files are uploaded, named, moved, deleted and come back, in dark and on a phone too; a folder is shared with a colleague by name; a file is edited elsewhere, and its code goes by SMS', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: OWNER.user, server: ownServer.url, path: '/inbox' })
  const { page, api } = person
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

  await row('项目资料').getByRole('checkbox').uncheck()
  await test.step('a file is locked and edited elsewhere while a colleague sees who, and the code of its link goes by SMS', () =>
    editedElsewhere(person, ownServer.url))

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
