import type { ApprovalConditions } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { ruleWith } from '../../testing/approvals.ts'
import type { LetterFacts } from './judgeLetter.ts'
import { waysOut } from './waysOut.ts'

const LETTER: LetterFacts = {
  senderId: 1,
  deptIds: new Set(),
  groupIds: new Set(),
  recipients: [
    { address: 'li.na@yanshu.test', outside: false },
    { address: 'buyer@partner.example', outside: true },
  ],
  size: 3_000_000,
  hasAttachment: true,
  fileNames: ['报价.xlsx', '说明.txt'],
  subject: '合同草案',
  text: '请看附件中的报价',
  fileText: '金额一百万元',
  truncated: false,
  secrecy: 'secret',
  working: false,
}
const rulesOf = (...all: Partial<ApprovalConditions>[]) =>
  all.map((conditions, at) => ({ ruleId: at + 1, conditions: ruleWith([], { conditions }).conditions }))

test.each<[string, Partial<ApprovalConditions>[], Partial<LetterFacts>, string[]]>([
  ['recipients outside', [{ to: 'outside' }], {}, ['去掉外部收件人 buyer@partner.example']],
  ['recipients outside alone', [{ to: 'outside' }], { recipients: LETTER.recipients.slice(1) }, []],
  ['recipients inside', [{ to: 'inside' }], {}, ['去掉内部收件人 li.na@yanshu.test']],
  ['a domain', [{ domains: ['example'] }], {}, ['去掉 example 的收件人']],
  ['how many', [{ recipientsFrom: 2 }], {}, ['收件人少于 2 人']],
  ['any number', [{ recipientsFrom: 1 }], {}, []],
  ['its size', [{ sizeFrom: 2_097_152 }], {}, ['小于 2 MB']],
  ['attachments', [{ withAttachment: true }], {}, ['不带附件']],
  ['a type of files', [{ fileTypes: ['xlsx', 'zip'] }], {}, ['去掉 xlsx 附件']],
  ['words, in case and width of the rule', [{ words: ['合同', '机密'] }], {}, ['去掉“合同”']],
  [
    'words of a text without its end',
    [{ words: ['机密'] }],
    { truncated: true },
    ['缩短正文或附件，去掉无法读取的附件'],
  ],
  ['the hour', [{ outsideHours: true }], {}, ['在工作时间内发送']],
  ['secrecy', [{ secrecy: 'secret' }], {}, ['不设为保密']],
  ['reading', [{ secrecy: 'restricted' }], {}, ['不限制阅读']],
  ['everything', [{}], {}, []],
  // One of two conditions is enough.
  [
    'outside recipients and a word',
    [{ to: 'outside', words: ['合同'] }],
    {},
    ['去掉外部收件人 buyer@partner.example', '去掉“合同”'],
  ],
  // What helps against both rules comes first, and nothing is added to it.
  [
    'two rules',
    [
      { to: 'outside', words: ['合同'] },
      { to: 'outside', withAttachment: true },
    ],
    {},
    ['去掉外部收件人 buyer@partner.example', '去掉“合同”并不带附件'],
  ],
  // Words of files go with the files.
  ['a word of a file', [{ withAttachment: true }, { words: ['金额'] }], {}, ['不带附件']],
  // With “合同” goes what contains it, not what it contains.
  ['words in words', [{ words: ['合同'] }, { words: ['合同草'] }], {}, ['去掉“合同”']],
  ['a part of a word', [{ words: ['合同'] }, { words: ['合'] }], {}, ['去掉“合”']],
  // Whichever recipient is left, the second rule may hold the letter; without those outside there is one.
  ['how many, and whom', [{ recipientsFrom: 2 }, { to: 'outside' }], {}, ['去掉外部收件人 buyer@partner.example']],
  ['a rule that everything meets after one that is avoided', [{ words: ['合同'] }, {}], {}, []],
])('given a letter that is held for %s, then what to change is named, the least first', (_what, rules, more, ways) => {
  expect(waysOut(rulesOf(...rules), { ...LETTER, ...more }).map(({ zh }) => zh)).toEqual(ways)
})

test('given many rules that hold a letter, then nothing is named that takes more than three changes', () => {
  const words = Array.from({ length: 300 }, (_, at) => `词${at}号`)
  const rules = rulesOf(...words.map((word) => ({ words: [word] })))
  expect(waysOut(rules, { ...LETTER, text: words.join() })).toEqual([])
  const conditions = { to: 'outside', words, withAttachment: true, outsideHours: true } as const
  expect(waysOut(rulesOf(...words.map(() => conditions)), { ...LETTER, text: '词7号' })).toEqual([
    {
      zh: '去掉外部收件人 buyer@partner.example',
      en: 'without recipients outside (buyer@partner.example)',
      later: false,
    },
    { zh: '不带附件', en: 'without attachments', later: false },
    { zh: '去掉“词7号”', en: 'without “词7号”', later: false },
  ])
})
