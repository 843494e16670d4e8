import { expect } from '@playwright/test'
import zh from '../../remote-documents/src/messages/zh.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { test } from '../support/test.ts'
import { textFile, withFileCentre } from './stage.ts'

withFileCentre()

const OWNER = 'zhou.mingyuan'
const COLLEAGUE = 'huang.zhiyong'

test('a file is locked and edited elsewhere while a colleague sees who, and the code of its link goes by SMS', async ({
  someone,
  ownServer,
}) => {
  const { page, api } = await someone({ user: OWNER, server: ownServer.url, path: '/documentcenter' })
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('报价.txt', '一')])
  const row = main.getByRole('row').filter({ hasText: '报价.txt' })
  await expect(row).toBeVisible()
  const [file] = (await api.get('documents/list', {})).list
  const documentId = file?.documentId ?? 0
  const subject = { kind: 'person', address: `${COLLEAGUE}@yanshu.test`, name: '' } as const
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
  expect((await fetched).suggestedFilename()).toBe('报价.txt')
  await expect(row.getByLabel(/正在编辑/)).toBeVisible()

  const colleague = await apiOf(ownServer.url, COLLEAGUE)
  const theirs = await colleague.get('documents/list', { place: 'search', text: '报价' })
  expect(theirs.list).toMatchObject([{ documentId, lockedHere: false, lockedBy: expect.stringMatching(/./) }])

  await openVersions()
  await dialog.locator('input[type=file]').setInputFiles([textFile('改过的报价.txt', '二')])
  await expect(page.getByText(zh.versionUploaded)).toBeVisible()
  await expect(row.getByLabel(/正在编辑/)).toHaveCount(0)
  expect((await api.get('documents/versions', { documentId })).list).toHaveLength(2)

  await api.post('documents/share/create', { documentIds: [documentId], code: 'ab12', days: 7, count: 9 })
  await main.getByRole('button', { name: zh.shares }).click()
  await dialog.getByRole('button', { name: '短信发送提取码：报价.txt' }).click()
  const asked = dialog.filter({ hasText: zh.sendCodeLead })
  await asked.getByRole('textbox', { name: zh.phone }).fill('138 0013 8000')
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await asked.getByRole('button', { name: zh.send, exact: true }).click()
  await expect(page.getByText(zh.codeSent).first()).toBeVisible()
  await dialog.getByRole('button', { name: '访问记录：报价.txt' }).click()
  await expect(dialog.getByText('提取码已用短信发送到尾号 8000')).toBeVisible()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
})
