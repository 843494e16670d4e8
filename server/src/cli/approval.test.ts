import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { levelOf, ruleWith } from '../testing/approvals.ts'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given the operator, then rules of approval are listed, set and removed', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const bossId = await server.addUser('boss', { name: '王芳' })
  const file = path.join(server.folder, 'rule.json')
  const rule = (...args: string[]) => approval('rule', ...args)
  const approval = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, 'approval', ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  const write = (content: object | string) =>
    writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))

  await write('{')
  await expect(rule('set', file)).rejects.toThrow('is no JSON')
  await write({ ...ruleWith([levelOf([bossId])]), levels: [] })
  await expect(rule('set', file)).rejects.toThrow('levels')
  await write(ruleWith([levelOf([999])]))
  await expect(rule('set', file)).rejects.toThrow('a person that is not there')
  await write(ruleWith([levelOf([bossId])], { conditions: { words: ['合同'] } }))
  const number = /^Set (\d+) 对外邮件\n$/.exec(await rule('set', file))?.[1] ?? ''
  expect(await rule('list')).toBe(`${number} 对外邮件, 0 waiting: Mail of anybody with “合同” is approved by 王芳.\n`)
  await expect(rule('remove', '999')).rejects.toThrow('There is no rule 999')
  expect(await rule('remove', number)).toBe(`Removed ${number}\n`)
  expect(await rule('list')).toBe('')

  await server.addUser('deputy')
  const [boss, deputy] = ['boss@yanshu.test', 'deputy@yanshu.test']
  await expect(approval('stand-in', boss, boss)).rejects.toThrow('no other person')
  expect(await approval('stand-in', boss, deputy)).toBe(`${deputy} stands in for ${boss}\n`)
  expect(await approval('stand-in', boss)).toBe(`No person stands in for ${boss}\n`)
  await server.stop()
})
