import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { textFile, withFileCentre } from './stage.ts'

withFileCentre()

const USER = 'lin.jiayi'
/** Whose mailbox is a public one while these tests run. */
const KEEPER = 'deng.hao@yanshu.test'

test.beforeAll(({ ownServer }) => ownServer.change(`update account set account_type = 2 where address = '${KEEPER}'`))
test.afterAll(({ ownServer }) => ownServer.change(`update account set account_type = 1 where address = '${KEEPER}'`))

/** A file goes with a letter as a link. */
async function linkInLetter({ page, api }: Person): Promise<void> {
  const main = page.getByRole('main')
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('方案.txt', '一')])
  await expect(main.getByRole('row').filter({ hasText: '方案.txt' })).toBeVisible()
  await goTo(page, '/write/new/0')
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
}

/** The administrator forbids links, makes a folder of a team and sees what is kept. */
async function administers({ page, api }: Person, states: () => Promise<readonly unknown[]>): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: '允许对外分享' }).uncheck()
  expect(await violations(page, { include: 'main' })).toEqual([])
  await main.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存')).toBeVisible()
  expect(await states()).toEqual(['refused'])
  await api.post('documents/organisation/rule/save', {
    ...{ outside: true, codeRequired: false, daysMax: 30, watermark: false, viewOnly: false },
  })

  await main.getByRole('radio', { name: '团队文件夹' }).click()
  await main.getByRole('button', { name: '新建团队文件夹' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '文件夹名称' }).fill('规章制度')
  await dialog.getByRole('textbox', { name: '保管的公共邮箱' }).fill(KEEPER)
  await dialog.getByRole('textbox', { name: '添加人员或邮件群组' }).fill(`${USER}@yanshu.test`)
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(main.getByRole('row').filter({ hasText: '规章制度' })).toContainText('可编辑')
  for (const part of ['容量', '分享链接', '最大的文件']) {
    await main.getByRole('radio', { name: part }).click()
    await expect(main.getByRole('table').or(main.getByText('没有分享链接')).first()).toBeVisible()
    expect(await violations(page, { include: 'main' })).toEqual([])
  }
}

/** One of its people finds the folder of the team. */
async function findsTeamFolder({ page }: Person): Promise<void> {
  const main = page.getByRole('main')
  await goTo(page, '/documentcenter')
  await main.getByRole('radio', { name: '团队文件' }).click()
  await main.getByRole('row').filter({ hasText: '规章制度' }).click()
  await main
    .locator('input[type=file]')
    .first()
    .setInputFiles([textFile('考勤.txt', '一')])
  await main.getByRole('row').filter({ hasText: '考勤.txt' }).getByRole('checkbox').check()
  await page.keyboard.press('Delete')
  await main.getByRole('button', { name: '此文件夹中删除的文件' }).click()
  await expect(main.getByRole('row').filter({ hasText: '考勤.txt' })).toBeVisible()
  expect(await violations(page, { include: 'main' })).toEqual([])
}

test('a file goes with a letter as a link whose code stands apart; an administrator forbids links, makes the folder of a team, which its people find, and sees usage, links and sizes', async ({
  someone,
  ownServer,
}) => {
  const user = await someone({ user: USER, server: ownServer.url, path: '/documentcenter' })
  await test.step('a file goes with a letter as a link', () => linkInLetter(user))
  const admin = await someone({ user: 'admin', server: ownServer.url, path: '/filesharing' })
  const states = async () => (await user.api.get('documents/share/list')).list.map(({ state }) => state)
  await test.step('an administrator forbids links, and makes the folder of a team', () => administers(admin, states))
  await test.step('its people find the folder, and what was deleted in it', () => findsTeamFolder(user))
})
