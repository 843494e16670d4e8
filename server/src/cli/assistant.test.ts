import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestModel, type TestModel } from '../testing/testModel.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

let mailServer: TestServer
let model: TestModel

beforeAll(async () => {
  mailServer = await startTestServer({ engine: 'sqlite', still: true })
  model = await startTestModel()
})
afterAll(async () => {
  await model.stop()
  await mailServer.stop()
})

async function run(...args: string[]): Promise<string> {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await (await program()).parseAsync(['--data', mailServer.folder, 'ai', ...args], { from: 'user' })
    return output.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    output.mockRestore()
  }
}

test('a model is set, tried and taken away; what was used is told in counts', async () => {
  await expect(run('test')).rejects.toThrow('There is no model')
  expect(await run('set', model.url, 'scripted', '--only', 'chat,summary')).toContain(
    `scripted at ${new URL(model.url).host}`,
  )
  expect(await run('test')).toMatch(/^The model answered within \d+ ms: 好\n$/)
  model.script = (response) => void response.writeHead(401).end()
  await expect(run('test')).rejects.toThrow('it refused the request')
  expect(await run('usage')).toBe('')
  const account_id = await mailServer.addUser('me')
  const { db } = mailServer.context.store
  await db
    .insertInto('assistant_usage')
    .values({ account_id, month: '2026-11', requests: 3, characters: 1200 })
    .execute()
  expect(await run('usage', '2026-11')).toBe('me@yanshu.test\t3\t1200\n')
  expect(await run('usage', '2026-10')).toBe('')
  expect(await run('feedback')).toBe('')
  expect(await run('off')).toContain('without a model')
  await expect(run('test')).rejects.toThrow('There is no model')
})

test.each([
  [['set', 'nowhere', 'm'], /url/],
  [['set', 'ftp://models.example', 'm'], /url/],
  [['set', 'https://models.example', 'm', '--only', 'chat,everything'], /There is no function everything/],
  [['set', 'https://models.example', 'm', '--per-minute', '0'], /perMinute/],
])('given %j, then it says what is wrong', async (args, reason) => {
  await expect(run(...args)).rejects.toThrow(reason)
})
