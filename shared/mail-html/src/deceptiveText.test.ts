import { expect, it } from 'vitest'
import { classifyAddress } from './addresses.ts'
import { deceptionOf } from './deceptiveText.ts'

const shownHost = (text: string, url: string) => deceptionOf(text, classifyAddress(url))?.shownHost

it.each([
  ['https://bank.test', 'https://evil.test/', 'bank.test'],
  ['www.bank.test/login', 'https://evil.test/', 'www.bank.test'],
  ['bank\u200b.test', 'https://evil.test/', 'bank.test'],
  ['银行.中国', 'https://evil.test/', 'xn--jn2a72x.xn--fiqs8s'],
  ['click', 'https://bank.test@evil.test/', 'bank.test'],
])('given %s over %s, reports %s', (text, url, host) => {
  expect(shownHost(text, url)).toBe(host)
})

it.each([
  ['https://bank.test', 'https://www.bank.test/x'],
  ['bank.test', 'https://click.bank.test/x'],
  ['点击这里', 'https://evil.test/'],
  ['v2.10.3', 'https://evil.test/'],
  ['read bank.test now', 'https://evil.test/'],
])('given %s over %s, says nothing', (text, url) => {
  expect(shownHost(text, url)).toBeUndefined()
})
