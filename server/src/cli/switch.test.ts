import { expect, test, vi } from 'vitest'
import { createAccount, createDepartment } from '../store/accounts/accounts.ts'
import { startTestServer } from '../testing/testServer.ts'
import { program } from './program.ts'

test('given switches, then an operator sets them for everybody, a department or a person, and locks them', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const run = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', mailServer.folder, 'switch', ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  const top = await createDepartment(mailServer.context, { name: '研发部', parentId: null })
  const part = await createDepartment(mailServer.context, { name: '测试组', parentId: top })
  const other = await createDepartment(mailServer.context, { name: '市场部', parentId: null })
  await createDepartment(mailServer.context, { name: '测试组', parentId: other })
  const person = { name: '李娜', password: 'a-good-password', deptId: part }
  await createAccount(mailServer.context, { address: 'li.na@yanshu.test', ...person })
  const holds = async (name: string) =>
    (await run('list', '--user', 'li.na@yanshu.test')).split('\n').find((line) => line.startsWith(`${name}\t`))

  expect(await holds('previewEnable')).toBe('previewEnable\ttrue')
  expect(await run('set', 'previewEnable', 'off', '--department', '研发部')).toBe('Set previewEnable to false\n')
  expect(await holds('previewEnable')).toBe('previewEnable\tfalse')
  await run('set', 'previewEnable', 'on', '--user', 'li.na@yanshu.test')
  expect(await holds('previewEnable')).toBe('previewEnable\ttrue')
  await run('set', 'previewEnable', 'off', '--lock')
  expect(await holds('previewEnable')).toBe('previewEnable\tfalse')
  expect(await run('list')).toContain('previewEnable\tfalse\teverybody\tlocked\n')
  expect(await run('list')).toContain('previewEnable\ttrue\tli.na@yanshu.test\n')
  expect(await run('unset', 'previewEnable')).toBe('previewEnable is no longer set there\n')
  expect(await run('set', 'watermark', '2026', '--department', '研发部 / 测试组')).toBe('Set watermark to "2026"\n')
  expect(await holds('watermark')).toBe('watermark\t"2026"')
  // A switch takes 1 and 0, a number stays the number.
  expect(await run('set', 'mailApproval', '1')).toBe('Set mailApproval to true\n')
  expect(await run('set', 'privateEnable', '1')).toBe('Set privateEnable to 1\n')

  const mistakes: [string[], RegExp][] = [
    [['set', 'previewEnabel', 'off'], /^There is no switch previewEnabel\. There are: calendarEnable/],
    [['set', 'previewEnable', 'perhaps'], /^previewEnable cannot be perhaps: expected on or off/],
    [['set', 'passwordComplexLevel', '9'], /expected a number it allows/],
    [['set', 'watermark', 'x', '--department', '测试组'], /^There are several departments 测试组.*研发部 \/ 测试组/],
    [['set', 'watermark', 'x', '--department', '财务部'], /^There is no department 财务部/],
    [['unset', 'watermark', '--user', 'nobody@yanshu.test'], /^There is no account nobody/],
  ]
  for (const [args, sentence] of mistakes) {
    await expect(run(...args)).rejects.toThrow(sentence)
  }
  await mailServer.stop()
})
