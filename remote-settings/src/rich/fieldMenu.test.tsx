// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { expect, test } from 'vitest'
import { FieldMenu } from './FieldMenu.tsx'
import { FIELDS, fieldsEn, fieldsZh } from './fieldWords.ts'

test.each([
  ['zh', true, '{{收件人}}', 9],
  ['en', true, '{{recipient}}', 9],
  ['zh', false, '{{姓名}}', 8],
] as const)(
  'given a text in %s, of a template: %s, then a field is put in by its name',
  async (language, recipient, first, count) => {
    const shell = await startTestShell({ language })
    const put: string[] = []
    const { container, unmount } = await renderInShell(
      <FieldMenu recipient={recipient} onInsert={(text) => put.push(text)} />,
    )
    await act(async () => container.querySelector('button')?.click())
    const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    expect(items).toHaveLength(count)
    await act(async () => items[0]?.click())
    expect(put).toEqual([first])
    await unmount()
    shell.stop()
  },
)

test('the words of fields are the same in both languages', () => {
  expect(messageProblems([fieldsZh], fieldsEn)).toEqual([])
  expect(Object.keys(fieldsZh).filter((key) => key !== 'insert')).toEqual(Object.keys(FIELDS))
})
