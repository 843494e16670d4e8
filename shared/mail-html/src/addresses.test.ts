import { expect, it } from 'vitest'
import { classifyAddress } from './addresses.ts'

it.each([
  ['https://a.test/x', 'web'],
  [' \t//a.test/x', 'web'],
  ['\\\\a.test\\x', 'web'],
  ['ht\ntp://a.test', 'web'],
  ['cid:logo%40x', 'cid'],
  ['data:image/png;base64,AAAA', 'data-image'],
  ['data:image/svg+xml;base64,AAAA', 'refused'],
  ['data:text/html,x', 'refused'],
  ['java\tscript:x', 'refused'],
  ['\u0001javascript:x', 'refused'],
  ['file:///etc/passwd', 'refused'],
  ['blob:https://a.test/1', 'refused'],
  ['/api/logout', 'refused'],
  ['x.png', 'refused'],
  ['http://', 'refused'],
  ['mailto:a@b.c', 'mailto'],
  ['tel:+86', 'tel'],
  ['#top', 'anchor'],
  ['', 'refused'],
])('classifies %j as %s', (address, kind) => {
  expect(classifyAddress(address).kind).toBe(kind)
})
