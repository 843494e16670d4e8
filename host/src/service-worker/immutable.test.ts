import { describe, expect, test } from 'vitest'
import { isImmutable, isKeepable, surplus } from './immutable.ts'

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

  const good = { ok: true, status: 200, type: 'basic', contentType: 'text/javascript' }
  test.each([
    ['an error', { ...good, ok: false, status: 500 }],
    ['a part', { ...good, status: 206 }],
    ['what cannot be looked at', { ...good, type: 'opaque', status: 200 }],
    ['a page in place of a file', { ...good, contentType: 'text/html; charset=utf-8' }],
  ])('%s', (_, response) => {
    expect(isKeepable(response)).toBe(false)
  })

  test('but a good answer is', () => {
    expect(isKeepable(good)).toBe(true)
    expect(isKeepable({ ...good, type: 'cors' })).toBe(true)
  })
})

test('the oldest files go first when there are too many', () => {
  expect(surplus([1, 2, 3, 4, 5], 3)).toEqual([1, 2])
  expect(surplus([1, 2], 3)).toEqual([])
})
