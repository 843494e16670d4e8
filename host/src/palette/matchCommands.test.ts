import { expect, test } from 'vitest'
import { type Command, eachOnce, matchCommands } from './matchCommands.ts'

const commands: Command[] = ['我的收件箱', '收件箱', '发件箱', 'Inbox', 'Mark all as read'].map((label) => ({
  id: label,
  label,
  group: '',
  run: () => undefined,
}))
const found = (typed: string) => matchCommands(commands, typed).map((one) => one.label)

test.each([
  ['', ['我的收件箱', '收件箱', '发件箱', 'Inbox', 'Mark all as read']],
  ['收件', ['收件箱', '我的收件箱']],
  ['件箱', ['我的收件箱', '收件箱', '发件箱']],
  ['INB', ['Inbox']],
  ['mall', ['Mark all as read']],
  ['allas', ['Mark all as read']],
  ['收发', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels)
})

test('what two keys do is offered once, under the first of them', () => {
  const deed = (keys: string, label: string, group = '邮件') => ({ id: keys, label, group, keys, run: () => undefined })
  const offered = eachOnce([deed('#', '删除'), deed('Delete', '删除'), deed('d', '删除', '日历')])
  expect(offered.map((one) => one.keys)).toEqual(['#', 'd'])
})
