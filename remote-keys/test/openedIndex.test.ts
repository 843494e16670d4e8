// @vitest-environment happy-dom
import { newPinParameters, openVault } from '@yanshu/cms'
import { type Responses, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test } from 'vitest'
import { countOpened, findOpened, forgetOpened, noteOpened } from '../src/search/openedIndex.ts'

let shell: TestShell
afterEach(() => shell.stop())

const mail = (subject: string) => ({ subject, from: 'li.na@yanshu.test', date: 1, text: '收购价格是三亿' })

test('given a person who keeps no words on the device, then they are found as long as the keys are open, and with no other keys', async () => {
  shell = await startTestShell({
    responses: { 'mail/remote/settings/get': { values: { wordsGoWithKeys: true } } } as Responses,
  })
  const parameters = { ...newPinParameters(), cost: 32_768 as const }
  const vault = await openVault('482913', parameters)
  await noteOpened(vault, 7, mail('计划'))
  await noteOpened(vault, 8, mail('合同'))
  expect((await findOpened(vault, '三亿')).map(({ mailId }) => mailId)).toEqual([8, 7])
  expect((await findOpened(vault, '合同 三亿')).map(({ mailId }) => mailId)).toEqual([8])
  await forgetOpened(vault, 8)
  expect(await countOpened(vault)).toBe(1)
  // The same PIN, entered again: what was open before is gone.
  const again = await openVault('482913', parameters)
  expect(await findOpened(again, '三亿')).toEqual([])
  expect(await countOpened(again)).toBe(0)
})
