import { describe, expect, test } from 'vitest'
import { isAskedAnew, isImmutable, isKeepable, isMailFrame, isPage, surplus } from './immutable.ts'

const ORIGIN = 'https://mail.example.test'
const ask = (path: string, more: { method?: string; range?: boolean } = {}) =>
  isImmutable({ method: 'GET', range: false, url: new URL(path, ORIGIN).href, ...more }, ORIGIN)

describe('kept are', () => {
  test.each([
    '/app/main.0a1b2c3d.js',
    '/app/main.0a1b2c3d.css',
    '/assets/goose.0a1b2c3d.svg',
    '/r/remote-mail/1.0.0-4b0e9a19/List.f72ed27d.js',
  ])('%s', (path) => {
    expect(ask(path)).toBe(true)
  })
})

describe('never kept are', () => {
  test.each([
    '/',
    '/index.html',
    '/mf/manifest.json',
    '/api/mail/email/mailbox/list',
    '/api/file/download/7',
    '/service-worker.js',
    '/app/main.js',
    '/app/main.0a1b2c3d.js?r=1',
    '/r/remote-mail',
    'https://other.test/app/main.0a1b2c3d.js',
  ])('%s', (path) => {
    expect(ask(path)).toBe(false)
  })

  test('parts of a file, and what is sent', () => {
    expect(ask('/app/main.0a1b2c3d.js', { range: true })).toBe(false)
    expect(ask('/app/main.0a1b2c3d.js', { method: 'POST' })).toBe(false)
  })

  const good = {
    url: `${ORIGIN}/r/remote-mail/1.0.0-4b0e9a19/List.f72ed27d.js`,
    status: 200,
    type: 'basic',
    contentType: 'text/javascript; charset=utf-8',
    checked: true,
  }
  const style = { ...good, url: `${ORIGIN}/app/main.0a1b2c3d.css`, contentType: 'text/css' }
  test.each([
    ['an error', { ...good, status: 500 }],
    ['a part', { ...good, status: 206 }],
    ['what cannot be looked at', { ...good, type: 'opaque' }],
    ['a page in place of a script', { ...good, contentType: 'text/html; charset=utf-8' }],
    ['text in place of a style sheet', { ...style, contentType: 'text/plain' }],
    ['what does not say what it is', { ...good, contentType: '' }],
    ['a script that nobody compared with its hash', { ...good, checked: false }],
    ['a file of an unknown kind', { ...good, url: `${ORIGIN}/app/main.0a1b2c3d.bin` }],
  ])('%s', (_, response) => {
    expect(isKeepable(response)).toBe(false)
  })

  test('but a good answer is', () => {
    expect(isKeepable(good)).toBe(true)
    expect(isKeepable({ ...good, type: 'cors' })).toBe(true)
    expect(isKeepable({ ...style, checked: false })).toBe(true)
  })
})

test.each([
  ['reload', true],
  ['no-store', true],
  ['default', false],
  ['force-cache', false],
] as const)('asked with %s, a kept copy is dropped: %s', (cache, dropped) => {
  expect(isAskedAnew({ cache })).toBe(dropped)
})

test('the oldest files go first when there are too many', () => {
  expect(surplus([1, 2, 3, 4, 5], 3)).toEqual([1, 2])
  expect(surplus([1, 2], 3)).toEqual([])
})

test.each([
  ['/', 'navigate', true],
  ['/?x=1', 'navigate', true],
  ['/', 'cors', false],
  ['/mf/manifest.json', 'navigate', false],
  ['/api/file/download/7', 'navigate', false],
  ['https://other.test/', 'navigate', false],
] as const)('%s asked for to %s is the page: %s', (path, mode, is) => {
  expect(isPage({ method: 'GET', mode, url: new URL(path, ORIGIN).href }, ORIGIN)).toBe(is)
})

test('the document of mails is that of this origin, asked for as a document, as it stands', () => {
  const isFrame = (path: string, mode = 'navigate', method = 'GET') =>
    isMailFrame({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN)
  expect(isFrame('/mail-frame.html')).toBe(true)
  expect(isFrame('/mail-frame.html', 'cors')).toBe(false)
  expect(isFrame('/mail-frame.html', 'navigate', 'POST')).toBe(false)
  expect(isFrame('/mail-frame.html?x=1')).toBe(false)
  expect(isFrame('https://other.test/mail-frame.html')).toBe(false)
  expect(isFrame('/')).toBe(false)
})
