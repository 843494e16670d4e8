import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { inspectStore } from '../store/database/inspectStore.ts'
import { openStore } from '../store/database/open.ts'
import { makeOld } from '../testing/oldStore.ts'
import { program } from './program.ts'

test('a command that upgrades the database writes so first, and once', async () => {
  const { database, forget } = await makeOld('sqlite', '0077_past_addresses', async () => {})
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

test('a database that lacks a step between others is refused in a sentence, and not changed', async () => {
  const { database, forget } = await makeOld('sqlite', '0077_past_addresses', async (old) => {
    await old.deleteFrom('kysely_migration').where('name', '=', '0071_link_readers').execute()
  })
  try {
    await expect(inspectStore(database.address)).rejects.toThrow(
      /cannot be upgraded by this version .*0071_link_readers/,
    )
    await expect(openStore(database.address)).rejects.toThrow(OperatorError)
  } finally {
    await forget()
  }
})
