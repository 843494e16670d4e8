import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { integrityOf } from '../../shared/build/src/index.ts'
import { satisfies } from '../../shared/discovery/src/index.ts'
import { addReleasedRemotes, folderOf, RELEASED_FILE, readRelease, replaceHost } from './releasedClient.ts'

const release = readRelease()
let client: string
beforeEach(() => {
  client = mkdtempSync(path.join(tmpdir(), 'yanshu-release-'))
})
afterEach(() => rmSync(client, { recursive: true, force: true }))

const bytes = (name: string) => readFileSync(path.join(client, name))

test('given the release, then its remotes and its host come out as they were built, to the byte', () => {
  mkdirSync(path.join(client, 'host'))
  writeFileSync(path.join(client, 'host/left.js'), 'of another host')
  addReleasedRemotes(release, client)
  replaceHost(release, client)
  for (const record of release.remotes)
    for (const [name, { integrity }] of Object.entries(record.files))
      expect([name, integrityOf(bytes(`${folderOf(record)}/${name}`))]).toEqual([name, integrity])
  for (const [name, { integrity }] of Object.entries(release.host.files))
    expect([name, integrityOf(bytes(`host/${name}`))]).toEqual([name, integrity])
  expect(() => bytes('host/left.js')).toThrow()
})

test('given the release, then its remotes fit its host, and it is small enough for the repository', () => {
  expect(release.remotes.length).toBeGreaterThan(2)
  for (const { name, requires } of release.remotes)
    for (const [wanted, range] of Object.entries(requires))
      expect([name, wanted, satisfies(release.provided[wanted] ?? '', range)]).toEqual([name, wanted, true])
  expect(statSync(RELEASED_FILE).size).toBeLessThan(1_000_000)
})
