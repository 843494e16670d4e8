import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Candidate } from '@yanshu/discovery'
import { violations } from '../support/axe.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { makeRemoteTry, replaceIn, withRemoteTry } from './remoteTry.ts'

const PART = `
import type { SlotProps } from '@yanshu/contracts'
import { useEffect } from 'react'

export default function Part({ offer }: SlotProps<'settings.export'>) {
  useEffect(() => {
    const stops = [
      offer({
        id: 'remote-try.notes',
        label: '便笺',
        async write(writer) {
          await writer.write('notes/第一张.txt', new Blob(['春眠不觉晓']))
          await writer.write('notes/第一张.txt', new Blob(['处处闻啼鸟']))
        },
      }),
      offer({
        id: 'remote-try.pictures',
        label: '图片',
        write: () => Promise.reject(new Error('磁盘已满')),
      }),
      offer({
        id: 'remote-try.never',
        label: '很慢的内容',
        write: (_writer, signal) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('x')))),
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [offer])
  return <p>便笺以文本保存</p>
}
`

let candidate: Candidate

test.beforeAll(async ({ ownServer }) => {
  candidate = await makeRemoteTry(ownServer.client, (folder) => {
    writeFileSync(path.join(folder, 'src/Part.tsx'), PART)
    replaceIn(path.join(folder, 'src/contributes.ts'), ['slots: [', "slots: [{ slot: 'settings.export', major: 1 }, "])
    replaceIn(path.join(folder, 'src/remote.ts'), [
      'slots: {',
      "slots: { 'settings.export': () => import('./Part.tsx'),",
    ])
  })
})
test.afterEach(({ ownServer }) => unpublish(ownServer))

const entry = (page: Page) => page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '导出数据' })

test('given no remote that writes anything, then the settings offer no export, not even by its address', async ({
  someone,
  ownServer,
}) => {
  const { page, words } = await someone({ user: 'admin', server: ownServer.url, path: '/set/normalset' })
  await expect(page.getByRole('heading', { level: 1, name: '常规设置' })).toBeVisible()
  await expect(entry(page)).toHaveCount(0)
  await goTo(page, '/set/export')
  await expect(page.getByText(words.settings.pages.lost)).toBeVisible()
})

test('given parts of a remote, then the chosen ones are saved in one file, and one that fails is named', async ({
  someone,
  ownServer,
}) => {
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  const { page, seen } = await someone({ user: 'admin', server: ownServer.url, path: '/set/normalset' })
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

test('given an export that is cancelled, then nothing is saved and it can begin again', async ({
  someone,
  ownServer,
}) => {
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  const { page } = await someone({ user: 'admin', server: ownServer.url, path: '/set/export' })
  await page.getByRole('button', { name: '导出', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '很慢的内容' })).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '已取消' })).toBeVisible()
  await expect(page.getByRole('button', { name: '导出', exact: true })).toBeEnabled()
})
