import { expect, test } from 'vitest'
import { judgeLink } from './judgeLink.ts'

test.each([
  [
    'https://example.com/a?b=1#c',
    {
      href: 'https://example.com/a?b=1#c',
      host: 'example.com',
      insecure: false,
      disguised: false,
      lookalike: null,
      pretends: null,
    },
  ],
  [
    'http://example.com',
    {
      href: 'http://example.com/',
      host: 'example.com',
      insecure: true,
      disguised: false,
      lookalike: null,
      pretends: null,
    },
  ],
  [
    'https://bank.com@evil.test/',
    {
      href: 'https://bank.com@evil.test/',
      host: 'evil.test',
      insecure: false,
      disguised: true,
      lookalike: null,
      pretends: null,
    },
  ],
  [
    'https://аpple.com/',
    {
      href: 'https://xn--pple-43d.com/',
      host: 'xn--pple-43d.com',
      insecure: false,
      disguised: true,
      lookalike: null,
      pretends: null,
    },
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

const OWN = ['mail.yanshu.com', 'yanshu.com', 'geese.org.cn']
test.each([
  ['https://yanshu.com/', null],
  ['https://files.yanshu.com/x', null],
  ['https://www.geese.org.cn/', null],
  ['https://example.org/', null],
  ['https://yanshu.net/', 'mail.yanshu.com'],
  ['https://yanshu.com.evil.test/login', 'mail.yanshu.com'],
  ['https://yamshu.com/', 'mail.yanshu.com'],
  ['https://yanhsu.com/', 'mail.yanshu.com'],
  ['https://yan-shu.com/', 'mail.yanshu.com'],
  ['https://yannshu.com/', 'mail.yanshu.com'],
  ['https://g3ese.org.cn/', 'geese.org.cn'],
])('%s is taken for %s', (link, lookalike) => {
  expect(judgeLink(link, OWN)?.lookalike).toBe(lookalike)
})

test.each([
  ['http://www.baidu.com.evil.example/', 'www.baidu.com'],
  ['https://login.microsoft.com.account-check.top/', 'login.microsoft.com'],
  ['https://www.icbc.com.cn.evil.com.cn/', 'www.icbc.com.cn'],
  ['https://taobao.com.evil.example/', 'taobao.com'],
  ['https://www.baidu.com/', null],
  ['https://www.icbc.com.cn/', null],
  ['https://files.team.example.org/', null],
  ['https://cn.bing.com/', null],
  ['https://www.cn.bing.com/', null],
  ['https://de.wikipedia.org/', null],
])('%s begins like %s', (link, pretends) => {
  expect(judgeLink(link)?.pretends).toBe(pretends)
})

test('a server that is reached by its number, or as localhost, resembles nothing', () => {
  expect(judgeLink('https://192.0.2.7/', ['192.0.2.1', 'localhost'])?.lookalike).toBeNull()
})
