import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { findTestBrowser } from '../chromium.ts'
import { packKit } from '../kit/packages.ts'
import { until } from './foreignServers.ts'
import type { InteropRun } from './interopRun.ts'
import type { Organisation } from './organisation.ts'
import { LI_NA, PASSWORD } from './people.ts'

const COMMAND_WITHIN_MS = 600_000

/** Runs a command in a folder. Returns what it printed. @throws with all of it when it fails */
function runIn(folder: string, program: string, ...parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: 'utf8',
    timeout: COMMAND_WITHIN_MS,
    // What Node remembers of this run's options is none of the team's.
    env: { ...process.env, NODE_OPTIONS: '', CI: '1' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

/**
 * A team without a copy of the repository: the kit is packed, a remote is made of its files in a folder of its own, tested,
 * built and released there. Returns the folder of the build.
 * @param folder an empty folder, with no folder of the repository above it
 */
export function makeRemoteOutside(folder: string): string {
  const kit = path.join(folder, 'kit')
  const files = packKit(kit, path.join(folder, 'work'))
  const tool = files.find((file) => file.startsWith('yanshu-kit-')) ?? ''
  const [create, ...named] = ['create', 'notes', '--kit', './kit', '--zh', '便笺', '--en', 'Notes']
  runIn(folder, 'npm', 'exec', '--yes', '--package', `./kit/${tool}`, '--', 'yanshu-remote', create ?? '', ...named)
  const remote = path.join(folder, 'remote-notes')
  runIn(remote, 'npm', 'install', '--no-audit', '--no-fund')
  runIn(remote, 'npm', 'test')
  const said = runIn(remote, 'npm', 'run', 'release')
  const built = path.join(remote, said.trim().split('\n').at(-1) ?? '')
  assert.ok(existsSync(path.join(built, 'build.json')), said)
  return built
}

/** The same, published on the running system and shown to a person. */
export async function showRemoteFromOutside(run: InteropRun, { page: machine, front }: Organisation): Promise<void> {
  const folder = path.join(run.folder, 'team')
  mkdirSync(folder, { recursive: true })
  const built = await run.step('A remote is made, tested and released in a folder outside of the repository', () =>
    makeRemoteOutside(folder),
  )
  await run.step('What the team made is published, and a person sees it', async () => {
    // As the team hands its build in: the machine has folders of its own.
    const brought = `/tmp/dist/r/remote-notes/${path.basename(built)}`
    cpSync(built, machine.at(brought), { recursive: true })
    machine.command(`remotes publish ${brought} -m "notes of another team"`)
    await until('the manifest lists it', async () =>
      (await (await fetch(`${front}/mf/manifest.json`)).text()).includes('remote-notes'),
    )
    const browser = await chromium.launch({
      ...(findTestBrowser() ? { executablePath: findTestBrowser() ?? '' } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(45_000)
      await page.goto(`${front}/#/notes`)
      await page.locator('[name=username]').fill(LI_NA)
      await page.locator('[name=password]').fill(PASSWORD)
      await page.locator('[name=password]').press('Enter')
      await page.locator('#main').getByRole('heading', { name: '便笺' }).waitFor()
    } finally {
      await browser.close()
    }
  })
}
