import { expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given an operator, then public mailboxes are made, granted, listed and taken back, and accounts associated', async () => {
  const server = await startTestServer({ engine: 'sqlite' })
  const run = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  await server.addUser('li.na', { name: '李娜' })
  await server.addUser('zhang.wei')
  const li = await server.login('li.na')
  const [service, lina, zhang] = ['service@yanshu.test', 'li.na@yanshu.test', 'zhang.wei@yanshu.test'] as const

  expect(await run('mailbox', 'create', service, '--name', '客户服务')).toMatch(/^Made service@yanshu\.test\. /)
  expect(await run('mailbox', 'list')).toBe(`${service}\t客户服务\tnobody\n`)
  expect(await run('mailbox', 'grant', service, lina, zhang)).toBe(
    `${lina} may switch to ${service}\n${zhang} may switch to ${service}\n`,
  )
  expect(await run('mailbox', 'grant', service, lina)).toBe(`${lina} could switch to ${service} already\n`)
  expect((await li.get('user/public/find')).list).toEqual([{ account: service, userName: '客户服务', unread: 0 }])
  expect(await run('mailbox', 'list')).toBe(`${service}\t客户服务\t${lina}, ${zhang}\n`)
  expect(await run('mailbox', 'revoke', service, zhang)).toBe(`${zhang} can no longer switch to ${service}\n`)
  expect(await run('mailbox', 'revoke', service, zhang)).toBe(`${zhang} could not switch to ${service}\n`)

  expect(await run('associate', 'add', lina, zhang, '--type', '2')).toContain('associated, type 2')
  expect(await run('associate', 'list')).toBe(`${lina}\t${zhang}\ttype 2\n`)
  expect((await li.get('user/info')).associatedAccount).toEqual({ 2: zhang })
  expect(await run('associate', 'remove', zhang, lina)).toContain('no longer associated')
  expect(await run('associate', 'remove', zhang, lina)).toContain('were not associated')

  await expect(run('mailbox', 'grant', zhang, lina)).rejects.toThrow(/is no public mailbox/)
  await expect(run('mailbox', 'grant', service, 'nobody@yanshu.test')).rejects.toThrow(/^There is no account nobody/)
  await expect(run('mailbox', 'create', 'x@elsewhere.example')).rejects.toThrow(/no domain/)
  await expect(run('associate', 'add', lina, lina)).rejects.toThrow(/with itself/)
  await server.stop()
})
