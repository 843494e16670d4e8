import { expect, test } from 'vitest'
import { nameInSentence, visibleText } from './visibleText.ts'

test.each([
  ['a direction turned', '报表\u202efdp.exe', '报表fdp.exe'],
  ['isolates and marks', '\u2067a\u2069\u200eb\u061c', 'ab'],
  ['zero widths', 'pay\u200bpal\ufeff\u2060', 'paypal'],
  ['soft hyphens and fillers', 'in\u00advoice\u3164\u115f', 'invoice'],
  ['hidden text', `hi\u{e0041}\u{e0042}`, 'hi'],
  ['joiners that join nothing', 'a \u200d b', 'a  b'],
  ['line breaks', 'a\r\nb\u2028c\0', 'a b c '],
  ['half a character', 'a\ud800', 'a\ufffd'],
])('%s is not shown', (_what, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test.each([
  '会议纪要 Re: 2026 (终稿)',
  '👨‍👩‍👧 家庭日 🏳️‍🌈',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'می‌خواهم',
  'क्‍ष',
  '𠮷野家 葛\u{e0100}城',
])('%s is shown as it is', (text) => {
  expect(visibleText(text)).toBe(text)
})

test('a name in a sentence turns neither itself nor the sentence', () => {
  expect(nameInSentence('报表\u202efdp.exe')).toBe('报表fdp.exe')
  expect(nameInSentence('周报 (1).pdf')).toBe('周报 (1).pdf')
  expect(nameInSentence('تقرير.pdf')).toBe('\u2068تقرير.pdf\u2069')
  // An isolate that is open in the name does not close that of the sentence.
  expect(nameInSentence('\u2069דוח\u2066.pdf')).toBe('\u2068דוח.pdf\u2069')
})
