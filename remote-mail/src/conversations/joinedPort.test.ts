import type { MailPort, TextRange } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { findInText } from '../reading/more/findInText.ts'
import { joinedPort } from './joinedPort.ts'

function portOf(text: string) {
  const marked: string[] = []
  const shown: string[] = []
  const cut = ({ start, end }: TextRange) => text.slice(start, end)
  const port: MailPort = {
    text: () => text,
    mark(ranges) {
      marked.splice(0, marked.length, ...ranges.map(cut))
    },
    scrollTo: (range) => void shown.push(cut(range)),
    clear: () => void marked.splice(0),
  }
  return { port, marked, shown }
}

test('given several mails, then words are marked and shown in the mail in which they stand', () => {
  const mails = ['报价已经发出', '', '请看报价和报价单'].map(portOf)
  const port = joinedPort(mails.map((mail) => mail.port))
  const found = findInText(port.text(), '报价')
  expect(found).toHaveLength(3)
  port.mark(found)
  expect(mails.map(({ marked }) => marked)).toEqual([['报价'], [], ['报价', '报价']])
  port.scrollTo(found[2] ?? { start: 0, end: 0 })
  expect(mails.map(({ shown }) => shown)).toEqual([[], [], ['报价']])
  // Nothing is found that begins in one mail and ends in the next.
  expect(findInText(port.text(), '发出请看')).toEqual([])
  port.clear()
  expect(mails.flatMap(({ marked }) => marked)).toEqual([])
})
