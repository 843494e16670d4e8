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

const SETTINGS: Command[] = [
  ['字号', ['Font size', 'zi hao', '特大', 'te da', 'Extra large']],
  ['每页邮件数', ['Mails per page', 'mei ye you jian shu']],
  ['时区', ['Time zone', 'shi qu']],
  ['时间格式', ['Time format', 'shi jian ge shi']],
].map(([label, words]) => ({
  id: `${label}`,
  label: `${label}`,
  group: '',
  words: [...(words ?? [])],
  run: () => undefined,
}))

test.each([
  ['zihao', ['字号']],
  ['zi hao', ['字号']],
  ['zh', ['字号']],
  ['youjian', ['每页邮件数']],
  ['yjs', ['每页邮件数']],
  ['shi', ['时区', '时间格式']],
  ['time', ['时区', '时间格式']],
  ['ZONE', ['时区']],
  ['per page', ['每页邮件数']],
  ['large', ['字号']],
  ['大', ['字号']],
  ['an', []],
])('by other words, %j finds %j', (typed, labels) => {
  expect(matchCommands(SETTINGS, typed).map((one) => one.label)).toEqual(labels)
})

test('what two keys do is offered once, under the first of them', () => {
  const command = (keys: string, label: string, group = '邮件') => ({
    id: keys,
    label,
    group,
    keys,
    run: () => undefined,
  })
  const offered = eachOnce([command('#', '删除'), command('Delete', '删除'), command('d', '删除', '日历')])
  expect(offered.map((one) => one.keys)).toEqual(['#', 'd'])
})
