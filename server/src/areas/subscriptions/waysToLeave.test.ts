import { expect, test } from 'vitest'
import { waysToLeave } from './waysToLeave.ts'

const CLICK = ['List-Unsubscribe=One-Click']

test.each([
  ['nothing', [], CLICK, { oneClick: null, mailto: null, page: null }],
  [
    'both ways and the offer of one click',
    ['<https://l.example/u?i=1>, <mailto:leave@l.example?subject=x>'],
    CLICK,
    {
      oneClick: 'https://l.example/u?i=1',
      mailto: 'mailto:leave@l.example?subject=x',
      page: 'https://l.example/u?i=1',
    },
  ],
  [
    'a page without that offer',
    ['<https://l.example/u>'],
    [],
    { oneClick: null, mailto: null, page: 'https://l.example/u' },
  ],
  [
    'a page that is not secure',
    ['<http://l.example/u>'],
    CLICK,
    { oneClick: null, mailto: null, page: 'http://l.example/u' },
  ],
  [
    'an address that was folded',
    ['<https://l.example/\r\n  long>'],
    CLICK,
    { oneClick: 'https://l.example/long', mailto: null, page: 'https://l.example/long' },
  ],
  ['another scheme', ['<javascript:alert(1)>, <ftp://l.example>'], CLICK, { oneClick: null, mailto: null, page: null }],
])('given %s, then the ways to leave a list are read', (_, unsubscribe, offers, ways) => {
  expect(waysToLeave(unsubscribe, offers)).toEqual(ways)
})
