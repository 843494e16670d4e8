import type { MailRule } from '@yanshu/contracts'
import { ruleDraft } from '@yanshu/contracts/schemas'
import { describe, expect, test } from 'vitest'
import { zh } from '../messages/rules.ts'
import { conditionOf, draftOf, EMPTY_FORM, FIELDS, formOf, formProblems, type RuleForm } from './ruleDraft.ts'
import { ruleSentence, type SentenceWords } from './ruleSentence.ts'

const good: RuleForm = {
  ...EMPTY_FORM,
  name: ' 项目 ',
  conditions: [{ field: 'subject', not: false, value: 'project' }],
  folderId: 7,
}
const placesOf = (form: Partial<RuleForm>) => formProblems({ ...good, ...form }).map(({ place, key }) => [place, key])

const words: SentenceWords = {
  say: (key, values = {}) => {
    const text: string = zh.say[key as keyof typeof zh.say]
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => `${values[name]}`)
  },
  folder: (id) => (id === 7 ? '项目资料' : null),
  label: (id) => (id === 1 ? '合同' : null),
  weekday: (day) => `周${'一二三四五六日'[day - 1]}`,
  clock: (minute) => `${Math.floor(minute / 60)}:00`,
}
type Change = Partial<Pick<MailRule, 'match' | 'conditions'>> & { actions?: Partial<MailRule['actions']> }
const rule = (change: Change) => ({
  match: change.match ?? 'all',
  conditions: [...(change.conditions ?? good.conditions)],
  actions: { ...ruleDraft.shape.actions.parse({ stop: true }), stop: false, ...change.actions },
})

describe('a rule as it is written', () => {
  test('given what §5 does not allow, then each problem stands at its field', () => {
    expect(placesOf({})).toEqual([])
    expect(placesOf({ name: '  ' })).toEqual([['name', 'name']])
    expect(placesOf({ name: '长'.repeat(41) })).toEqual([['name', 'nameLong']])
    expect(placesOf({ conditions: [conditionOf('body'), { field: 'body', not: true, value: '！' }] })).toEqual([
      [0, 'value'],
      [1, 'characters'],
    ])
    expect(placesOf({ conditions: [{ field: 'time', not: false, from: 0, to: 1, days: [] }] })).toEqual([[0, 'days']])
    expect(placesOf({ folderId: null })).toEqual([['folder', 'folder']])
    expect(placesOf({ moves: false })).toEqual([['action', 'action']])
    expect(placesOf({ forwards: true, addresses: 'a@b.example，A@b.example' })).toEqual([['forward', 'duplicate']])
    expect(placesOf({ forwards: true, addresses: 'a@b.example; nobody' })).toEqual([['forward', 'address']])
  })

  test.each(FIELDS)('given a condition on %s, then it is sent and read again as it was', (field) => {
    const condition = { ...conditionOf(field, { field: 'body', not: true, value: 'x' }) }
    const form: RuleForm = { ...good, name: '项目', conditions: [condition], forwards: true, addresses: 'a@b.example' }
    const fits = ruleDraft.parse(draftOf(form))
    expect(formOf({ ruleId: 3, sort: 1, ...fits })).toEqual({ ...form, ruleId: 3 })
  })
})

describe('a rule as one sentence', () => {
  test.each<[change: Change, sentence: string]>([
    [{ actions: { folderId: 7, read: true } }, '主题包含“project”：移至“项目资料”，标为已读'],
    [{ actions: { folderId: 8, labelIds: [1, 2] } }, '主题包含“project”：移至“（已删除的文件夹）”，加标签“合同”'],
    [
      {
        match: 'any' as const,
        conditions: [
          { field: 'attachment' as const, not: true, value: '' },
          { field: 'time' as const, not: false, from: 0, to: 60, days: [1, 7] },
        ],
        actions: { reject: '', stop: true },
      },
      '没有附件或在周一，周日 0:00–1:00 收到：拒收，不再执行之后的规则',
    ],
  ])('%#', (change, sentence) => {
    expect(ruleSentence(rule(change), words)).toBe(sentence)
  })
})
