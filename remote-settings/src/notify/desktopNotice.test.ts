import { describe, expect, test } from 'vitest'
import { desktopNotice } from './desktopNotice.ts'

const facts = { supported: true, secure: true, permission: 'default' } as const

describe('desktop notifications of new mail', () => {
  test('given a user who wants none, then nothing is asked or explained', () => {
    expect(desktopNotice(false, { ...facts, permission: 'denied' })).toBe('off')
  })

  test('given a browser that has not been asked, then it is to be asked', () => {
    expect(desktopNotice(true, facts)).toBe('ask')
  })

  test('given a browser that allows them, then they are on', () => {
    expect(desktopNotice(true, { ...facts, permission: 'granted' })).toBe('allowed')
  })

  test('given a browser that blocks them, then that is explained', () => {
    expect(desktopNotice(true, { ...facts, permission: 'denied' })).toBe('denied')
  })

  test('given a page without encryption, then that is the reason and not the user', () => {
    expect(desktopNotice(true, { ...facts, secure: false, permission: 'denied' })).toBe('insecure')
  })

  test('given a browser without notifications, then that is said first', () => {
    expect(desktopNotice(true, { ...facts, supported: false, secure: false })).toBe('unsupported')
  })
})
