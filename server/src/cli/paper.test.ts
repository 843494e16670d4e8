import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given the operator, then everybody has a paper of the organisation until it is taken away', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const file = path.join(server.folder, 'paper.json')
  const paper = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, 'paper', ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  const design = { ground: '#f2f3f5', sheet: '#ffffff', text: '#1f2329', line: '#b3261e', ornament: 'band' }
  const write = (content: object | string) =>
    writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))

  await expect(paper('add', path.join(server.folder, 'none.json'))).rejects.toThrow('cannot be read')
  await write('{')
  await expect(paper('add', file)).rejects.toThrow('is no JSON')
  await write({ name: '公函', design: { ...design, text: '#eeeeee' } })
  await expect(paper('add', file)).rejects.toThrow('design: the text cannot be read')
  await write({ name: '公函', design })
  const number = /^Added (\d+) 公函\n$/.exec(await paper('add', file))?.[1] ?? ''
  expect(await paper('list')).toBe(`${number} 公函\n`)
  const na = await server.as(await server.addUser('li.na'))
  expect((await na.get('mail/main/paper')).list).toContainEqual({ key: `shared-${number}`, name: '公函', design })
  await expect(paper('remove', '999')).rejects.toThrow('There is no paper 999')
  expect(await paper('remove', number)).toBe(`Removed ${number}\n`)
  expect(await paper('list')).toBe('')
  await server.stop()
})
