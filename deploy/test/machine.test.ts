import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../src/machine.ts'

const REMOTES = path.resolve(import.meta.dirname, '../src/main.ts')
const YANSHU = path.resolve(import.meta.dirname, '../../server/src/cli/main.ts')
/** The number of the user `nobody`. */
const UNPRIVILEGED = 65_534
/** The user of the service: `nobody` where the tests run as root, otherwise the user that runs the tests. */
const SERVICE = process.getuid?.() === 0 ? UNPRIVILEGED : (process.getuid?.() ?? 0)

test('settings are read as systemd reads them', () => {
  const text = '# a note\n; another\n\nYANSHU_DATA=/var/lib/yanshu\n A = "b c" \r\nB=\'d#e\'\nC=x=y # z\nno line\nD=\n'
  expect(readSettings(text)).toEqual({ YANSHU_DATA: '/var/lib/yanshu', A: 'b c', B: 'd#e', C: 'x=y # z', D: '' })
})

describe('the commands of an installation', () => {
  let folder: string
  let data: string
  let settings: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'yanshu-machine-'))
    data = path.join(folder, 'data')
    settings = path.join(folder, 'environment')
    mkdirSync(data, { mode: 0o700 })
    // The service has to reach its folder.
    if (SERVICE === UNPRIVILEGED) {
      chownSync(folder, SERVICE, SERVICE)
      chownSync(data, SERVICE, SERVICE)
    }
    writeFileSync(settings, `YANSHU_DATA=${data}\nYANSHU_DEMO=off\n`, { mode: 0o644 })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const run = (script: string, args: readonly string[], more: Record<string, string> = {}) => {
    const env = { PATH: process.env.PATH ?? '', HOME: folder, YANSHU_ENVIRONMENT: settings, ...more }
    return spawnSync(process.execPath, [script, ...args], { cwd: folder, env, encoding: 'utf8' })
  }
  const names = () => readdirSync(folder).sort()

  test('act on the system of the settings, and say so in their first line', () => {
    const shown = run(YANSHU, ['check'])
    expect(shown.stderr.split('\n')[0]).toBe(`On ${data}, with the settings of ${settings}`)
    expect(shown.stdout).toMatch(new RegExp(`YANSHU_DATA +${data}\n`))
    const keys = run(REMOTES, ['keys', 'list'])
    expect(keys).toMatchObject({ status: 0, stderr: `On ${data}, with the settings of ${settings}\n` })
    // What the command's own environment has wins.
    const other = path.join(folder, 'other')
    mkdirSync(other)
    expect(run(REMOTES, ['keys', 'list'], { YANSHU_DATA: other }).stderr).toContain(`On ${other},`)
    expect(names()).toEqual(['data', 'environment', 'other'])
  })

  test('without settings, or with a data folder that is not there, do nothing and make nothing', () => {
    rmSync(settings)
    for (const [script, args] of [
      [REMOTES, ['disable', 'remote-mail', '-m', 'x']],
      [YANSHU, ['check']],
      [YANSHU, ['user', 'list']],
    ] as const) {
      const { status, stderr } = run(script, args)
      expect([status, stderr]).toEqual([1, expect.stringContaining(`There is no ${settings}`)])
    }
    writeFileSync(settings, `YANSHU_DATA=${path.join(folder, 'mistyped')}\n`)
    const disabled = run(REMOTES, ['disable', 'remote-mail', '-m', 'x'])
    expect([disabled.status, disabled.stderr]).toEqual([1, expect.stringContaining('There is no data folder')])
    expect(run(YANSHU, ['user', 'list'])).toMatchObject({ status: 1 })
    expect(names()).toEqual(['data', 'environment'])
  })

  test('leave nothing in the data folder that the service cannot change, also when root runs them', () => {
    writeFileSync(path.join(data, 'made-before'), '')
    if (SERVICE === UNPRIVILEGED) chownSync(path.join(data, 'made-before'), SERVICE, SERVICE)
    const added = run(YANSHU, ['domain', 'add', 'example.cn'])
    expect([added.status, added.stderr]).toEqual([0, `On ${data}, with the settings of ${settings}\n`])
    for (const name of readdirSync(data, { recursive: true })) {
      expect(statSync(path.join(data, String(name))).uid, String(name)).toBe(SERVICE)
    }
  })
})
