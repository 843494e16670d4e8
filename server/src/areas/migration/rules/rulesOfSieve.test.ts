import { expect, test } from 'vitest'
import { rulesOfSieve } from './rulesOfSieve.ts'

const RULE = {
  ...{ match: 'all', folder: '', read: false, star: false, forward: [], reject: null, delete: false, stop: false },
  losses: [],
}

test('filters of Roundcube become rules, in their order and with their names', () => {
  const { rules, left } = rulesOfSieve(`require ["fileinto","imap4flags","copy"];
# rule:[账单 bills]
if anyof (header :contains "from" ["bank.example", "pay.example"], header :contains "subject" "账单")
{
  fileinto "Bills/2025";
  addflag "\\\\Seen";
  stop;
}
# rule:[Large]
if allof (size :over 10M, not address :domain :contains "from" "own.example")
{
  addflag ["\\\\Flagged"];
  keep;
}
/* sent on */
if header :contains ["to", "cc"] "team@old.example" { redirect :copy "me@far.example"; }
`)
  expect(left).toEqual([])
  expect(rules).toEqual([
    {
      ...{ ...RULE, name: '账单 bills', match: 'any', folder: 'Bills/2025', read: true, stop: true },
      conditions: [
        { field: 'sender', not: false, value: 'bank.example' },
        { field: 'sender', not: false, value: 'pay.example' },
        { field: 'subject', not: false, value: '账单' },
      ],
    },
    {
      ...{ ...RULE, name: 'Large', star: true },
      conditions: [
        { field: 'size', not: false, kb: 10_241 },
        { field: 'sender', not: true, value: '@own.example' },
      ],
    },
    {
      ...{ ...RULE, name: 'sent on', match: 'any', forward: ['me@far.example'] },
      conditions: [{ field: 'recipient', not: false, value: 'team@old.example' }],
    },
  ])
})

test('what is not the same here is named with the rule, and what is no rule stands in the list of what is left', () => {
  const { rules, left } = rulesOfSieve(`require ["fileinto", "vacation"];
if header :is "subject" "exactly" { discard; }
if header :matches "subject" "*part*" { redirect "me@far.example"; }
elsif true { keep; }
if header :regex "subject" "^a" { fileinto "A"; }
if allof (anyof (exists "x-a", exists "x-b"), header :contains "subject" "c") { fileinto "C"; }
if header :contains "subject" "copies" { fileinto :copy "D"; }
vacation :days 7 "I am away; text.";
fileinto "All";
`)
  expect(rules.map(({ conditions, losses }) => [conditions[0], losses])).toEqual([
    [{ field: 'subject', not: false, value: 'exactly' }, ['inexact', 'bin']],
    [{ field: 'subject', not: false, value: 'part' }, ['kept']],
  ])
  expect(left.map(({ source, loss }) => [source.split(' ')[0], loss])).toEqual([
    ['elsif', 'chain'],
    ['if', 'test'],
    ['if', 'nested'],
    ['if', 'copies'],
    ['vacation', 'vacation'],
    ['fileinto', 'always'],
  ])
})

test('a text that is no script is refused, however it goes on', () => {
  for (const script of ['if', 'if true', 'if (true;', `${'if true {'.repeat(100)}`, 'fileinto "open', '\u0001'])
    expect(() => rulesOfSieve(script)).toThrow()
})
