import { expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given the operator, then the password of a folder is taken away', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  const cancel = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      const command = ['--data', server.folder, 'folder', 'cancel-password', 'li.na@yanshu.test', ...args]
      await (await program()).parseAsync(command, { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  await server.addUser('li.na')
  const na = await server.login('li.na')
  const { folderId } = await na.post('mail/main/folder/save', { folderName: '工资' })
  await expect(cancel('工资')).rejects.toThrow('has no password')
  await na.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
  await expect(cancel('没有')).rejects.toThrow('has no folder')
  expect(await cancel('工资')).toBe('The folder 工资 of li.na@yanshu.test has no password any more\n')
  expect(await na.get('mail/main/folder/existPwd', { folderId })).toEqual({ exists: false, opened: false })
  await server.stop()
})
