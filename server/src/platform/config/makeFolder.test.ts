import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './makeFolder.ts'
import { requireDataFolder } from './requireFiles.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder is made with those above it; what is there already stays, and a file is in the way', async () => {
  const deep = path.join(folder, 'a', 'b', 'c')
  await makeFolder(deep)
  await makeFolder(deep)
  expect((await stat(deep)).isDirectory()).toBe(true)
  await writeFile(path.join(folder, 'file'), '')
  await expect(makeFolder(path.join(folder, 'file'))).rejects.toThrow('EEXIST')
  await expect(makeFolder(path.join(folder, 'file', 'below'))).rejects.toThrow('ENOTDIR')
})

test('a data folder that is made is closed to everybody else', async () => {
  const data = path.join(folder, 'srv', 'data')
  await requireDataFolder(data)
  expect((await stat(data)).mode & 0o777).toBe(0o700)
})
