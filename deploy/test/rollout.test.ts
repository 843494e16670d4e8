import path from 'node:path'
import { BUCKETS, bucketOf, type Manifest, resolve, rolloutUser } from '@yanshu/discovery'
import { labelOf } from '@yanshu/discovery/operations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Installation, writeBuild } from './installation.ts'

const REMOTE = 'remote-notes'
const PEOPLE = Array.from({ length: 50 }, (_, at) =>
  rolloutUser(`user${at}@example.org`, at % 5 === 0 ? '研发中心 / 前端组' : '财务部'),
)

let here: Installation
beforeEach(async () => {
  here = await Installation.make()
})
afterEach(() => here.remove())

/** The version that a page chooses for each of the people, by the code that it runs. */
function chosen(manifest: Manifest): string[] {
  return PEOPLE.map((user) => {
    const context = { hostVersion: '0.1.0', provided: { react: '19.3.0' }, base: 'https://mail.example.org/', user }
    const outcome = resolve(manifest, { ...context, origins: ['https://mail.example.org'] }).get(REMOTE)
    return outcome && 'version' in outcome ? outcome.version : 'none'
  })
}

test('given fifty people, then the tool gives a version to a department, to 10, 50 and 100 percent, and takes it away again', async () => {
  const built = (version: string) => writeBuild(path.join(here.root, 'built'), { version })
  for (const version of ['1.0.0', '1.1.0']) {
    expect(await here.run('publish', await built(version), '-m', version)).toMatchObject({ code: 0, err: '' })
  }
  const after = async (...command: string[]) => {
    expect(await here.run(...command, '-m', 'a story')).toMatchObject({ code: 0, err: '' })
    return chosen(await here.manifest())
  }
  const isNew = (version: string) => version === '1.1.0'
  expect(chosen(await here.manifest()).some(isNew)).toBe(false)

  const department = await after('rule', REMOTE, '1.1.0', '--department', '研发中心')
  expect(department.map(isNew)).toEqual(PEOPLE.map((_, at) => at % 5 === 0))

  // Whom a percentage means is known beforehand: those whose bucket lies below it.
  const [candidate] = (await here.manifest()).discovery.microFrontends[REMOTE] ?? []
  if (!candidate) throw new Error('no candidate')
  const salt = candidate.extras.rollout?.salt ?? ''
  expect(labelOf(candidate)).toMatch(/^1\.1\.0-/)
  const meant = (percent: number) =>
    PEOPLE.map(({ key }, at) => at % 5 === 0 || bucketOf(salt, REMOTE, key) < (BUCKETS * percent) / 100)
  let before = department
  for (const percent of [1, 10, 50]) {
    const now = await after('promote', REMOTE, '1.1.0', '--to', String(percent))
    expect(now.map(isNew), `${percent} %`).toEqual(meant(percent))
    for (const [at, version] of before.entries()) if (isNew(version)) expect(now[at]).toBe('1.1.0')
    before = now
  }
  expect(before.filter(isNew).length).toBeGreaterThan(15)
  expect((await after('promote', REMOTE, '1.1.0', '--to', '100')).every(isNew)).toBe(true)
  expect((await after('rollback', REMOTE)).some(isNew)).toBe(false)
  expect((await after('enable', REMOTE, '1.1.0')).some(isNew)).toBe(false)
  expect((await after('promote', REMOTE, '1.1.0', '--to', '100')).every(isNew)).toBe(true)
  expect((await after('revoke', REMOTE, '1.1.0')).some(isNew)).toBe(false)
}, 240_000)
