import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { putMail } from '../testing/putMail.ts'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given one person, then everything of theirs is one file, and folders with a password come where they are asked for', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-export-'))
  const run = async (file: string, ...more: string[]) => {
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      const words = ['--data', server.folder, 'export', path.join(folder, file), '--user', ...more]
      await (await program()).parseAsync(words, { from: 'user' })
      return said.mock.calls.map(([words]) => String(words)).join('')
    } finally {
      said.mockRestore()
    }
  }
  const filesOf = async (file: string) => {
    const files: Record<string, string> = {}
    const zip = await yauzl.fromBufferPromise(await readFile(path.join(folder, file)))
    for await (const entry of zip.eachEntry())
      files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
    return files
  }
  try {
    const na = await server.addUser('li.na')
    const wei = await server.addUser('zhang.wei')
    await putMail(server.context, na, { subject: '收到的', text: '第一封' })
    await putMail(server.context, wei, { subject: '别人的', text: '不在其中' })
    const person = await server.login('li.na')
    const { folderId } = await person.post('mail/main/folder/save', { folderName: '工资' })
    await putMail(server.context, na, { subject: '绝密', text: '工资单', folderId })
    await person.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })

    expect(await run('one.zip', 'li.na@yanshu.test')).toContain('1 folders with a password were left out')
    const one = await filesOf('one.zip')
    expect(one['mail/收件箱.mbox']?.match(/^From /gm)).toHaveLength(1)
    expect(Object.keys(one)).not.toContain('mail/工资.mbox')
    expect(Object.keys(one)).toContain('contacts/contacts.vcf')
    expect((await stat(path.join(folder, 'one.zip'))).mode & 0o777).toBe(0o600)

    await run('all.zip', 'LI.NA@yanshu.test', '--with-locked')
    expect((await filesOf('all.zip'))['mail/工资.mbox']?.match(/^From /gm)).toHaveLength(1)

    await expect(run('one.zip', 'li.na@yanshu.test')).rejects.toThrow('exists')
    await expect(run('none.zip', 'nobody@yanshu.test')).rejects.toThrow('There is no account')
    expect(await stat(path.join(folder, 'none.zip')).catch(() => null)).toBeNull()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
})
