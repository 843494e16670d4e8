import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeLanded } from '../testing/landedStore.ts'
import { program } from './program.ts'

test('a command that upgrades the database writes so first, and once', async () => {
  const { database, forget } = await makeLanded('sqlite')
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-old-'))
  const list = async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', folder, 'user', 'list'], { from: 'user' })
      return err.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      out.mockRestore()
      err.mockRestore()
    }
  }
  try {
    await copyFile(database.address, path.join(folder, 'yanshu.db'))
    expect(await list()).toMatch(/this command upgrades it first \(\d+ steps\)/)
    expect(await list()).toBe('')
  } finally {
    await forget()
    await rm(folder, { recursive: true, force: true })
  }
})
