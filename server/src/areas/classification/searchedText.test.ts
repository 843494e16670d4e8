import type { MailRule } from '@yanshu/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildTextAutomaton } from '../../mailflow/reading/textAutomaton.ts'
import { compileRules, judgeRules, NO_ACTIONS } from './judgeRules.ts'
import { foldMail, type RuleMail } from './ruleMail.ts'
import { SearchedText, VALUES_IN_TURN } from './searchedText.ts'

const text = (maxLength: number) =>
  fc.array(fc.constantFrom(...'ab周报𠮷é '), { maxLength }).map((signs) => signs.join(''))

describe('values that are looked for in one text', () => {
  test('given any values and any text, then the same is found as by looking for each', () => {
    fc.assert(
      fc.property(fc.array(text(9), { maxLength: 60 }), text(80), (values, within) => {
        const searched = new SearchedText(within)
        searched.includes('x'.repeat(VALUES_IN_TURN + 1))
        const byThread = new SearchedText(within)
        byThread.useAutomaton(structuredClone(buildTextAutomaton(within)))
        for (const value of values) {
          expect(searched.includes(value)).toBe(within.includes(value))
          expect(byThread.includes(value)).toBe(within.includes(value))
        }
      }),
      { seed: 1 },
    )
  })

  test('given a text of any kind, then its automaton has at most three edges for each of its characters', () => {
    for (const within of ['a'.repeat(20_000), 'ab'.repeat(10_000), `${'a'.repeat(10_000)}${'b'.repeat(10_000)}`]) {
      const { from, to } = buildTextAutomaton(within)
      expect(from.length).toBeLessThanOrEqual(3 * within.length + 2)
      expect(Math.max(...new Set(to))).toBeLessThanOrEqual(2 * within.length)
    }
  })

  const mailOf = (body: string): RuleMail => ({
    sender: { name: '', address: 'a@partner.example' },
    recipients: [],
    subject: '',
    body,
    size: 54_000,
    attachmentNames: [],
    hasAttachment: false,
    receivedAt: 0,
    header: () => [],
  })

  test('given 300 rules whose 20 values begin alike and a body of that letter, then each text is read at most once for all', () => {
    const rules = Array.from(
      { length: 300 },
      (_, rule): MailRule => ({
        ruleId: rule + 1,
        ruleName: `${rule}`,
        enabled: true,
        match: 'any',
        conditions: Array.from({ length: 20 }, (_value, at) => ({
          field: 'body',
          not: false,
          value: `${'a'.repeat(190)}${rule}.${at}`,
        })),
        actions: NO_ACTIONS,
        sort: rule,
      }),
    )
    const mail = mailOf(`${'a'.repeat(49_000)}299.19`)
    const compiled = compileRules(rules)
    // Comparing each value at each position took three minutes, which is longer than a test may take.
    expect(judgeRules(compiled, foldMail(mail), 8).matched).toEqual([300])
  })

  test('given a header field that is there with any value, then an empty condition holds; without it, it does not', () => {
    const rule = (name: string): MailRule => ({
      ruleId: 1,
      ruleName: name,
      enabled: true,
      match: 'all',
      conditions: [{ field: 'header', not: false, name, value: '' }],
      actions: NO_ACTIONS,
      sort: 1,
    })
    const mail = { ...mailOf(''), header: (name: string) => (name === 'list-id' ? ['x'] : []) }
    expect(judgeRules(compileRules([rule('List-Id')]), foldMail(mail), 8).matched).toEqual([1])
    expect(judgeRules(compileRules([rule('X-Other')]), foldMail(mail), 8).matched).toEqual([])
  })
})
