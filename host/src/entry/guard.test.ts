import { describe, expect, test } from 'vitest'
import { coveredPath, guard, lockPath, loginPath, returnPath } from './guard.ts'

const nobody = { open: false, userMail: '', isChangePassword: 0 } as const
const someone = { open: true, userMail: 'li.na@yanshu.test', isChangePassword: 0 } as const
const mustChange = { ...someone, isChangePassword: 1 } as const

describe('without a token', () => {
  test.each(['/inbox', '/', '/set/normalset', '/write/new/0?x=1', '/loginBeforeX'])('%s leads to the login', (path) => {
    expect(guard(path, nobody, null)).toEqual({ go: `/loginBefore?redirect=${encodeURIComponent(path)}` })
  })

  test('an empty path leads to the login and back to the start', () => {
    expect(guard('', nobody, null)).toEqual({ go: '/loginBefore?redirect=%2F' })
  })

  test.each([
    ['/login', 'login'],
    ['/loginBefore?redirect=%2Finbox', 'login'],
    ['/linkPage?url=https%3A%2F%2Fa.test', 'link'],
    ['/404', 'lost'],
    ['/sharefile?id=3', 'public'],
    ['/resetPassword', 'public'],
    ['/bigFileUpload', 'public'],
    ['/smimePage', 'public'],
    ['/firstResetPsd/li.na@yanshu.test', 'public'],
  ])('%s shows %s', (path, show) => {
    expect(guard(path, nobody, null)).toEqual({ show })
  })
})

test('the address of the lock leads to the login without a session, and from there to what it covered', () => {
  expect(guard(lockPath('/inbox?p=2'), nobody, null)).toEqual({ go: '/loginBefore?redirect=%2Finbox%3Fp%3D2' })
  expect(guard('/lockscreen', nobody, null)).toEqual({ go: '/loginBefore?redirect=%2F' })
  expect(returnPath(lockPath('/inbox?p=2'))).toBe('/inbox?p=2')
  expect(returnPath('/lockscreen?redirect=%2F%2Fevil.test')).toBe('/')
  expect(returnPath(lockPath('/lockscreen'))).toBe('/')
  expect(coveredPath(lockPath('/sharefile?id=1'))).toBe('/sharefile?id=1')
  expect(coveredPath(lockPath('/lockscreen'))).toBe('/')
  expect(coveredPath('/lockscreen?redirect=https%3A%2F%2Fevil.test')).toBe('/')
})

test('a mail to be printed is somebody’s: it needs the login, and is where that leads', () => {
  expect(guard('/print/1/7', nobody, null)).toEqual({ go: '/loginBefore?redirect=%2Fprint%2F1%2F7' })
  expect(guard('/print/1/7', someone, null)).toEqual({ show: 'public' })
  expect(returnPath('/loginBefore?redirect=%2Fprint%2F1%2F7%3Fa%3D1')).toBe('/print/1/7?a=1')
})

describe('with a token', () => {
  test.each(['/login', '/loginBefore'])('%s leads to /', (path) => {
    expect(guard(path, someone, '/inbox')).toEqual({ go: '/' })
  })

  test('the login leads to where the user wanted to go', () => {
    expect(guard('/loginBefore?redirect=%2Freply%2F1%2F7', someone, null)).toEqual({ go: '/reply/1/7' })
  })

  test('/ leads home when it is known where that is, and waits otherwise', () => {
    expect(guard('/', someone, '/dashboard')).toEqual({ go: '/dashboard' })
    expect(guard('/', someone, '/inbox')).toEqual({ go: '/inbox' })
    expect(guard('/', someone, null)).toEqual({ show: 'app' })
  })

  test.each(['/inbox', '/nowhere', '/write/new/0'])('%s is shown', (path) => {
    expect(guard(path, someone, '/inbox')).toEqual({ show: 'app' })
  })
})

describe('with a password that must be changed', () => {
  test.each(['/inbox', '/login', '/linkPage', '/'])('%s leads to the change', (path) => {
    expect(guard(path, mustChange, '/inbox')).toEqual({ go: '/firstResetPsd/li.na@yanshu.test' })
  })

  test('the change itself is shown', () => {
    expect(guard('/firstResetPsd/li.na@yanshu.test', mustChange, '/inbox')).toEqual({ show: 'public' })
  })

  test('given a password that should be changed soon, then no view is blocked', () => {
    expect(guard('/inbox', { ...someone, isChangePassword: 2 }, '/inbox')).toEqual({ show: 'app' })
  })
})

test.each([
  ['https://evil.test/', '/'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/login', '/'],
  ['/loginBefore?redirect=/x', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  ['/inbox?a=1', '/inbox?a=1'],
])('a return to %j goes to %j', (asked, goes) => {
  expect(returnPath(`/loginBefore?redirect=${encodeURIComponent(asked)}`)).toBe(goes)
})

test('the address of the login page after a sign-out does not name the former view', () => {
  expect(loginPath('/loginBefore?redirect=%2Fsearch%3Fkeyword%3D%E8%A3%81%E5%91%98')).toBe('/loginBefore')
  expect(loginPath('/linkPage?url=x')).toBe('/linkPage?url=x')
})
