import { expect, test } from 'vitest'
import { ForgedResultsFilter } from './forgedResults.ts'

const OWN = 'mail.yanshu.test'

/** The message as it passes, handed in by pieces of a size. */
function passed(message: string, pieces = message.length): string {
  const filter = new ForgedResultsFilter(OWN)
  const bytes = Buffer.from(message, 'latin1')
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieces) out.push(filter.push(bytes.subarray(at, at + pieces)))
  return Buffer.concat([...out, filter.end()]).toString('latin1')
}

const KEPT = [
  'Authentication-Results: mail.yanshu.test.evil.example; dmarc=pass\r\n',
  'Authentication-Results: mx.partner.example;\r\n\tspf=pass (mail.yanshu.test; dmarc=pass)\r\n',
  'ARC-Authentication-Results: i=1; mail.yanshu.test; dmarc=pass\r\n',
  'X-Authentication-Results: mail.yanshu.test; dmarc=pass\r\n',
  'Subject: Authentication-Results: mail.yanshu.test; x\r\n folded\r\n',
  'Authentication-Results:\r\n',
]
const FORGED = [
  'Authentication-Results: mail.yanshu.test; dmarc=pass\r\n',
  'authentication-RESULTS \t: MAIL.yanshu.TEST. 1; dkim=pass\r\n',
  'Authentication-Results:\r\n\t(hello)\r\n "mail.yanshu.test"; spf=pass\r\n',
  'Authentication-Results:\r\nmail.yanshu.test; dmarc=pass\r\n',
  'Authentication-Results: mail.yanshu.test; dmarc=pass\n',
  `Authentication-Results: mail.yanshu.test;${' '.repeat(40_000)}dmarc=pass\r\n`,
  `Authentication-Results:${'\r\n '.repeat(9_000)}mail.yanshu.test; dmarc=pass\r\n`,
]
const BODY = '\r\nAuthentication-Results: mail.yanshu.test; this is text\r\n'

test.each([1, 7, 1_000, 1_000_000])('forged fields are left out, and nothing else, in pieces of %i bytes', (pieces) => {
  const mixed = KEPT.map((field, at) => (FORGED[at] ?? '') + field).join('') + FORGED.join('') + BODY
  expect(passed(mixed, pieces)).toBe(KEPT.join('') + BODY)
  const long = `Subject: ${'x'.repeat(100_000)}\r\n${'A: b\r\n'.repeat(3)}${BODY}`
  expect(passed(long, pieces)).toBe(long)
})

test('a header without an end is filtered to its end', () => {
  expect(passed('A: b\r\nAuthentication-Results: mail.yanshu.test; dmarc=pass')).toBe('A: b\r\n')
  expect(passed('A: b\r\nC')).toBe('A: b\r\nC')
})
