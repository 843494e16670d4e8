// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { plainTextOf } from './plainText.ts'

const textOf = (html: string) => plainTextOf(new DOMParser().parseFromString(html, 'text/html'))

test('given a mail of HTML alone, then its words stand in lines as it has them, and nothing of its look', () => {
  expect(textOf('<style>p{color:red}</style><p>李娜\n你好</p><div>第一行<br>第二行</div>')).toBe(
    '李娜 你好\n\n第一行\n第二行',
  )
  expect(textOf('<table><tr><td>品名</td><td>价格</td></tr><tr><td>纸</td><td>3</td></tr></table>')).toBe(
    '品名\t价格\n纸\t3',
  )
  expect(textOf('')).toBe('')
})
