import { expect, test } from 'vitest'
import { judgeLink } from './judgeLink.ts'

test.each([
  [
    'https://example.com/a?b=1#c',
    { href: 'https://example.com/a?b=1#c', host: 'example.com', insecure: false, disguised: false },
  ],
  ['http://example.com', { href: 'http://example.com/', host: 'example.com', insecure: true, disguised: false }],
  [
    'https://bank.com@evil.test/',
    { href: 'https://bank.com@evil.test/', host: 'evil.test', insecure: false, disguised: true },
  ],
  [
    'https://аpple.com/',
    { href: 'https://xn--pple-43d.com/', host: 'xn--pple-43d.com', insecure: false, disguised: true },
  ],
])('%s', (link, judgement) => {
  expect(judgeLink(link)).toEqual(judgement)
})

test.each([
  '',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'mailto:a@b.test',
  '/inbox',
  'http://',
  null,
])('%j is not opened', (link) => {
  expect(judgeLink(link)).toBeNull()
})
