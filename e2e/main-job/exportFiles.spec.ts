import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { remoteTryWith, withRemoteTry } from './remoteTry.ts'

test.afterEach(({ ownServer }) => unpublish(ownServer))

const entry = (page: Page) => page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '导出数据' })

test('given parts of a remote, then the chosen ones are saved in one file, one that fails is named, and an export can be cancelled; without the remote the settings offer none', async ({
  someone,
  ownServer,
}) => {
  const candidate = await remoteTryWith(ownServer.client, ['settings.export'])
  const { page, words, seen } = await someone({ user: 'admin', server: ownServer.url, path: '/set/normalset' })

  await test.step('without a remote that writes anything the settings offer no export, not even by its address', async () => {
    await expect(page.getByRole('heading', { level: 1, name: '常规设置' })).toBeVisible()
    await expect(entry(page)).toHaveCount(0)
    await goTo(page, '/set/export')
    await expect(page.getByText(words.settings.pages.lost)).toBeVisible()
  })

  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  await goTo(page, '/set/normalset')
  await page.reload()
  await test.step('the chosen parts are saved in one file, and one that fails is named', async () => {
    await entry(page).click()
    const box = (name: string) => page.getByRole('checkbox', { name })
    await expect(box('便笺')).toBeChecked()
    await expect(page.getByText('便笺以文本保存')).toBeVisible()
    await box('很慢的内容').uncheck()
    expect(await violations(page, { include: 'main' })).toEqual([])

    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(/^yanshu-\d{4}-\d\d-\d\d\.zip$/)
    const zip = readFileSync(await download.path(), 'utf8')
    for (const inside of ['notes/第一张.txt', '春眠不觉晓', 'notes/第一张 (2).txt', '处处闻啼鸟'])
      expect(zip).toContain(inside)
    await expect(page.getByRole('status').filter({ hasText: '已导出 2 个文件' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: '磁盘已满' })).toContainText('图片')
    expect(seen.violations).toEqual([])
  })

  await test.step('an export that is cancelled saves nothing, and it can begin again', async () => {
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await page.getByRole('checkbox', { name: '很慢的内容' }).check()
    await page.getByRole('button', { name: '导出', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '很慢的内容' })).toBeVisible()
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: '已取消' })).toBeVisible()
    await expect(page.getByRole('button', { name: '导出', exact: true })).toBeEnabled()
    expect(saved).toEqual([])
  })
})
