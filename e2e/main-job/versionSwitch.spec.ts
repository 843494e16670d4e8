import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { buildRemote, candidateOf, defineRemoteBuild } from '@yanshu/build'
import type { Candidate } from '@yanshu/discovery'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'
import { defaultOf, withCandidates } from './brokenBuild.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')
const VERSION = '9.9.9'
const TITLE = '常规设置'

/** Builds remote-settings as its team would build its next version: another number, one word changed. */
async function buildNext(client: string): Promise<Candidate> {
  const from = path.join(WORKSPACE, 'remote-settings')
  const directory = path.join(WORKSPACE, 'dist/main-job/remote-settings')
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  cpSync(path.join(from, 'src'), path.join(directory, 'src'), { recursive: true })
  symlinkSync(path.join(from, 'node_modules'), path.join(directory, 'node_modules'))
  const described = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'))
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ ...described, version: VERSION }))
  const words = path.join(directory, 'src/messages/zh.ts')
  writeFileSync(words, readFileSync(words, 'utf8').replace(`normalset: '${TITLE}'`, `normalset: '${TITLE}${VERSION}'`))
  const { record } = await buildRemote(
    defineRemoteBuild({
      name: 'remote-settings',
      directory,
      port: 4303,
      routes: [{ prefix: 'set', title: 'routes.set' }],
    }),
    client,
  )
  return candidateOf(record, { traffic: 100, default: true })
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

test('given only an edited manifest, then new pages have the next version, running pages are told, and it goes back as easily', async ({
  someone,
  ownServer,
}) => {
  test.setTimeout(120_000)
  const built = builtManifest()
  const now = defaultOf(built, 'remote-settings')
  const next = await buildNext(ownServer.client)
  try {
    const { page, words, context, seen } = await someone({
      user: 'admin',
      path: '/set/normalset',
      server: ownServer.url,
    })
    await expect(heading(page)).toHaveText(TITLE)

    publish(
      ownServer,
      withCandidates(built, 'remote-settings', [next, { ...now, deployment: { traffic: 0, default: false } }]),
    )
    const second = await context.newPage()
    await second.goto('/#/set/normalset')
    await expect(heading(second)).toHaveText(`${TITLE}${VERSION}`)
    // The page that runs keeps its version and is told when it asks again.
    await expect(heading(page)).toHaveText(TITLE)
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(page.getByText(words.shell.notices.revision)).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('button', { name: words.shell.notices.refresh, exact: true }).click()
    await expect(heading(page)).toHaveText(`${TITLE}${VERSION}`)

    unpublish(ownServer)
    await second.reload()
    await expect(heading(second)).toHaveText(TITLE)
    expect(seen.violations).toEqual([])
  } finally {
    unpublish(ownServer)
  }
})

test('given every remote on the page, then there is one copy of each singleton', async ({ someone }) => {
  const { page } = await someone({ user: 'admin', path: '/inbox' })
  await expect(mailRows(page).first()).toBeVisible()
  await goTo(page, '/set/normalset')
  await expect(heading(page)).toHaveText(TITLE)
  await goTo(page, '/write/new/0?c=singletons')
  await expect(page.getByRole('textbox', { name: '主题' })).toBeVisible()
  const copies = await page.evaluate(() => {
    const { __INSTANCES__: instances } = Reflect.get(globalThis, '__FEDERATION__')
    const found: { name: string; versions: string[] }[] = []
    for (const [name, versions] of Object.entries<Record<string, { loaded?: boolean }>>(
      instances[0].shareScopeMap.default,
    )) {
      const used = Object.entries(versions)
      found.push({ name, versions: used.map(([version]) => version) })
    }
    return found
  })
  expect(copies.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', '@yanshu/shell-api', '@yanshu/ui']),
  )
  for (const { name, versions } of copies) expect([name, versions.length]).toEqual([name, 1])
})
