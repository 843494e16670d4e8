import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { readTextFile } from './readTextFile.ts'

test.each(['utf-8', 'gb18030', 'utf-16le', 'utf-16be'])(
  'given a text in %s, then it is read as it was written',
  (encoding) => {
    const addBOM = encoding.startsWith('utf-16')
    expect(readTextFile(iconv.encode('合同金额，100 元', encoding, { addBOM }), false)).toBe('合同金额，100 元')
  },
)

test('given a page, then its text is read and neither its tags nor its styles', () => {
  const page = '<html><style>p{color:合同}</style><p title="报价">金<b>额</b></p></html>'
  expect(readTextFile(Buffer.from(page), true).trim()).toBe('金额')
})
