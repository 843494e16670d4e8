import { expect, test } from 'vitest'
import { mobileSite } from './mobileSite.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36'
const HERE = 'https://mail.example.test/#/inbox'
const THERE = 'https://mail.example.test:9443/'

test.each([
  ['a phone is sent to the mobile site', THERE, IPHONE, THERE],
  ['an Android phone too', THERE, ANDROID, THERE],
  ['a desktop stays', THERE, DESKTOP, null],
  ['without a mobile site everybody stays', '', IPHONE, null],
  ['the mobile site does not send to itself', 'https://mail.example.test/m', IPHONE, null],
  ['an address that is none is ignored', 'http://', IPHONE, null],
  ['a script is no address', 'javascript:alert(1)', IPHONE, null],
])('%s', (_, mobileUrl, userAgent, goes) => {
  expect(mobileSite(mobileUrl, userAgent, HERE)).toBe(goes)
})

test.each(['#/qrLogin/abc', '#/loginBefore?redirect=%2FqrLogin%2Fabc'])(
  'a phone that confirms a QR code stays: %s',
  (hash) => {
    expect(mobileSite(THERE, IPHONE, `https://mail.example.test/${hash}`)).toBeNull()
  },
)
