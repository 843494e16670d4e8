import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { defineHostBuild, defineRemoteBuild } from '@yanshu/build'
import { startDevelopment } from '@yanshu/build/development'
import { outlet, test } from './harness.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const SOURCE = path.join(import.meta.dirname, '../dist/hot-reload')

test('given a remote under development, when a component is edited, then the page changes and its state stays', async ({
  page,
  system,
}) => {
  rmSync(SOURCE, { recursive: true, force: true })
  mkdirSync(SOURCE, { recursive: true })
  cpSync(path.join(FIXTURES, 'remote/src'), path.join(SOURCE, 'src'), { recursive: true })
  writeFileSync(
    path.join(SOURCE, 'package.json'),
    JSON.stringify({ name: 'remote-red', version: '1.0.0', type: 'module' }),
  )
  writeFileSync(
    path.join(SOURCE, 'src/variant.ts'),
    "export const name = 'remote-red'\nexport const version = 'local'\nexport const variant: string = 'good'\n",
  )
  const development = await startDevelopment({
    host: defineHostBuild({ directory: path.join(FIXTURES, 'host'), template: 'index.html', entry: 'src/index.ts' }),
    remote: defineRemoteBuild({ name: 'remote-red', directory: SOURCE, port: 4198 }),
    backend: system.origin,
    port: 4197,
  })
  try {
    let navigations = 0
    const refused: string[] = []
    page.on('response', (response) => void (response.ok() || refused.push(`${response.status()} ${response.url()}`)))
    page.on('framenavigated', () => {
      navigations += 1
    })
    await page.goto(development.url)
    await outlet(page, 'red').getByText('clicked 0').click()
    await expect(outlet(page, 'red')).toContainText('remote-red local clicked 1')
    await expect(outlet(page, 'blue')).toContainText('remote-blue 1.0.0')

    const view = path.join(SOURCE, 'src/View.tsx')
    writeFileSync(view, readFileSync(view, 'utf8').replace('clicked {count}', 'pressed {count}'))
    await expect(outlet(page, 'red')).toContainText('remote-red local pressed 1')
    expect(navigations).toBe(1)
    expect(refused).toEqual([])
  } finally {
    await development.close()
  }
})
