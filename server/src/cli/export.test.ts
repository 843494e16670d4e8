import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { createBackup } from '../store/backup/backup.ts'
import { putMail } from '../testing/putMail.ts'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given one person, then everything of theirs is one file, and folders with a password come where they are asked for', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-export-'))
  const run = (file: string, ...more: string[]) => yanshu('export', path.join(folder, file), '--user', ...more)
  const yanshu = async (...words: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, ...words], { from: 'user' })
      return output.mock.calls.map(([words]) => String(words)).join('')
    } finally {
      output.mockRestore()
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

    const letter = path.join(folder, 'one.eml')
    await writeFile(letter, 'From: a@b.example\nSubject: contract\n\nthe whole text of it\n')
    await yanshu('import', '--user', 'li.na@yanshu.test', letter)
    const backup = path.join(folder, 'backup')
    await createBackup(server.context, backup)
    const { db } = server.context.store
    await db.deleteFrom('mail').where('account_id', '=', na).execute()
    await run('before.zip', 'li.na@yanshu.test', '--with-locked', '--from-backup', backup)
    const before = await filesOf('before.zip')
    expect(before['mail/收件箱.mbox']).toContain('the whole text of it')
    expect(before['mail/收件箱.mbox']?.match(/^From /gm)).toHaveLength(2)
    expect(before['mail/工资.mbox']?.match(/^From /gm)).toHaveLength(1)
    // The copy of the store that was read is gone.
    expect((await readdir(folder)).filter((name) => name.startsWith('.from-backup'))).toEqual([])
    const back = await yanshu('import', '--user', 'li.na@yanshu.test', path.join(folder, 'before.zip'))
    expect(back).toContain('Imported 3 mails')
    expect(back).toMatch(/ {2}收件箱: 2\n/)
    expect(back).toMatch(/ {2}工资: 1\n/)
    expect(back).toMatch(/^\d+ files with contacts, calendars and settings were left as they are/m)
    expect(await readdir(path.join(server.folder, 'tmp'))).toEqual([])
    expect(await yanshu('import', '--user', 'li.na@yanshu.test', path.join(folder, 'before.zip'))).toContain(
      'Imported 0 mails',
    )
    await expect(run('no.zip', 'li.na@yanshu.test', '--from-backup', folder)).rejects.toThrow('is no backup')
    await expect(run('no.zip', 'a@b.example', '--from-backup', backup)).rejects.toThrow('There is no account')
    await expect(run('no.zip', 'li.na@yanshu.test', '--scratch', 'postgres://x/y')).rejects.toThrow('--from-backup')

    await expect(run('one.zip', 'li.na@yanshu.test')).rejects.toThrow('exists')
    await expect(run('none.zip', 'nobody@yanshu.test')).rejects.toThrow('There is no account')
    expect(await stat(path.join(folder, 'none.zip')).catch(() => null)).toBeNull()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
})
