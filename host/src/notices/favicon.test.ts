import { expect, test } from 'vitest'
import { faviconSvg } from './favicon.ts'

test('without unread mail it is the goose alone', () => {
  expect(faviconSvg(0, '#2456d6')).not.toContain('<text')
})

test.each([
  [1, '>1<'],
  [42, '>42<'],
  [99, '>99<'],
  [100, '>99+<'],
  [12_345, '>99+<'],
])('%i unread mails are shown as %s', (unread, text) => {
  expect(faviconSvg(unread, '#2456d6')).toContain(text)
})
