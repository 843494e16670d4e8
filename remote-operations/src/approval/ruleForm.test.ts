import { messageProblems } from '@yanshu/build/messageProblems'
import type { ApprovalRule } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { formOf, ruleOf } from './ruleForm.ts'
import { rulesEn } from './rulesEn.ts'
import { rulesZh } from './rulesZh.ts'

const RULE: ApprovalRule = {
  ruleId: 3,
  name: '报价',
  enabled: false,
  conditions: {
    senderIds: [7],
    deptIds: [2],
    to: 'inside',
    domains: ['partner.example'],
    recipientsFrom: 5,
    sizeFrom: 1_000,
    withAttachment: true,
    fileTypes: ['xlsx'],
    words: ['报价', '底价'],
    outsideHours: true,
  },
  levels: [
    {
      who: { kind: 'people', accountIds: [11, 12] },
      mode: 'all',
      choice: false,
      hours: 4,
      onTimeout: 'standIn',
      standInId: 9,
    },
    { who: { kind: 'head', up: 1 }, mode: 'any', choice: false, hours: null, onTimeout: 'refuse', standInId: null },
  ],
  commentRequired: true,
  startsAt: Date.parse('2026-12-01T00:00+08:00'),
  endsAt: Date.parse('2027-01-01T00:00+08:00'),
  sentence: { zh: '', en: '' },
  owner: '',
  waiting: 0,
  people: [],
}

test('given a rule with more than the form shows, when it is saved unchanged, then nothing of it is lost', () => {
  const { sentence: _, owner: __, waiting: ___, people: ____, ...body } = RULE
  expect(formOf(RULE)).toMatchObject({ startsAt: '2026-12-01', endsAt: '2026-12-31' })
  expect(ruleOf(formOf(RULE), RULE, [11, 12])).toEqual(body)
})

test('given a form that is no rule, then it says what is wrong', () => {
  const form = { ...formOf(null), name: 'x' }
  expect(ruleOf({ ...form, name: ' ' }, null, [1])).toBe('noName')
  expect(ruleOf(form, null, [])).toBe('noPeople')
  expect(ruleOf({ ...form, startsAt: '1.12.' }, null, [1])).toBe('badDay')
})

test('the messages of the rules of approval say the same in both languages, with the same values', () => {
  expect(messageProblems([rulesZh], rulesEn)).toEqual([])
})
