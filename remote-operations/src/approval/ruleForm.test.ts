import { messageProblems } from '@yanshu/build/messageProblems'
import type { ApprovalRule } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { addressesIn, formOf, NEW_LEVEL, type RuleForm, ruleOf } from './ruleForm.ts'
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
    groupIds: [5],
    secrecy: 'restricted',
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
    { who: { kind: 'head', up: 1 }, mode: 'any', choice: true, hours: null, onTimeout: 'refuse', standInId: null },
    {
      who: { kind: 'group', groupId: 6, role: 'manager' },
      mode: 'any',
      choice: false,
      hours: null,
      onTimeout: 'refuse',
      standInId: null,
    },
  ],
  commentRequired: true,
  startsAt: Date.parse('2026-12-01T00:00+08:00'),
  endsAt: Date.parse('2027-01-01T00:00+08:00'),
  sentence: { zh: '', en: '' },
  owner: '',
  waiting: 0,
  people: [
    { accountId: 11, name: '', address: 'a@yanshu.test' },
    { accountId: 12, name: '', address: 'b@yanshu.test' },
    { accountId: 7, name: '', address: 'writer@yanshu.test' },
    { accountId: 9, name: '', address: 'deputy@yanshu.test' },
  ],
  groups: [
    { groupId: 5, name: '', address: 'sales@yanshu.test' },
    { groupId: 6, name: '', address: 'legal@yanshu.test' },
  ],
}

const NUMBERS = {
  people: new Map(RULE.people.map(({ accountId, address }) => [address, accountId])),
  groups: new Map((RULE.groups ?? []).map(({ groupId, address }) => [address, groupId])),
}
/** A form of which the first level names a person. */
const filled = () => ({ ...formOf(null), name: 'x', levels: [{ ...NEW_LEVEL, people: 'A@yanshu.test' }] })

test('given a rule, when it is saved unchanged, then nothing of it is lost', () => {
  const { sentence: _, owner: __, waiting: ___, people: ____, groups: _____, ...body } = RULE
  const form = formOf(RULE)
  expect(form).toMatchObject({
    startsAt: '2026-12-01',
    endsAt: '2026-12-31',
    senders: 'writer@yanshu.test，sales@yanshu.test',
    deptIds: [2],
    secrecy: 'restricted',
  })
  expect(form.levels.map(({ people, up, group, standIn }) => [people, up, group, standIn])).toEqual([
    ['a@yanshu.test，b@yanshu.test', 0, '', 'deputy@yanshu.test'],
    ['', 1, '', ''],
    ['', 0, 'legal@yanshu.test', ''],
  ])
  expect(addressesIn(form)).toHaveLength(6)
  expect(ruleOf(form, RULE, NUMBERS)).toEqual(body)
})

test('given a form that is no rule, then it says what is wrong', () => {
  const form = filled()
  const problem = (part: Partial<RuleForm>) => ruleOf({ ...form, ...part }, null, NUMBERS)
  expect(typeof problem({})).toBe('object')
  expect(problem({ name: ' ' })).toBe('noName')
  expect(problem({ levels: [NEW_LEVEL] })).toBe('noPeople')
  // A group among people names no one who decides.
  expect(problem({ levels: [{ ...NEW_LEVEL, people: 'legal@yanshu.test' }] })).toBe('noPeople')
  expect(problem({ levels: [{ ...NEW_LEVEL, kind: 'group' as const, group: 'a@yanshu.test' }] })).toBe('noGroup')
  const timed = { ...NEW_LEVEL, people: 'a@yanshu.test', hours: '4', onTimeout: 'standIn' as const }
  expect(problem({ levels: [timed] })).toBe('noStandIn')
  expect(problem({ startsAt: '1.12.' })).toBe('badDay')
  for (const part of [{ recipientsFrom: '0' }, { sizeFrom: 'x' }, { levels: [{ ...NEW_LEVEL, hours: '-1' }] }])
    expect(problem(part)).toBe('badNumber')
})

test('given a form with two levels and numbers, then the rule has them in their order', () => {
  const levels = [
    { ...NEW_LEVEL, people: 'writer@yanshu.test', hours: '4', onTimeout: 'next' as const },
    { ...NEW_LEVEL, kind: 'head' as const, up: 2, all: true, choice: true },
  ]
  const form = { ...filled(), domains: 'Partner.example', recipientsFrom: '20', sizeFrom: '1.5', levels }
  const rule = ruleOf(form, null, NUMBERS)
  expect(rule).toMatchObject({
    conditions: { domains: ['Partner.example'], recipientsFrom: 20, sizeFrom: 1_572_864, groupIds: [], senderIds: [] },
    levels: [
      { who: { kind: 'people', accountIds: [7] }, mode: 'any', hours: 4, onTimeout: 'next' },
      // Where all have to pass it, there is nothing to choose.
      { who: { kind: 'head', up: 2 }, mode: 'all', choice: false, hours: null },
    ],
  })
})

test('the messages of the rules of approval say the same in both languages, with the same values', () => {
  expect(messageProblems([rulesZh], rulesEn)).toEqual([])
})
