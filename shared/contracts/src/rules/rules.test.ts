import { describe, expect, test } from 'vitest'
import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX, FOLDER_NAME_MAX, FOLDER_NAME_MAX_QUICK, SUBJECT_MAX } from '../limits.ts'
import { isMailAddress, sameAddress } from './address.ts'
import { attachmentProblem, extensionOf, subjectProblem } from './compose.ts'
import { containsEmoji, stripEmoji } from './emoji.ts'
import { accountProblem, passwordProblem } from './login.ts'
import { folderNameProblem, lengthOf } from './names.ts'
import { idleLimitMs, lockPasswordProblem, lockTimeoutMs, mayBeginLock } from './screenLock.ts'

describe('names of folders and labels', () => {
  test.each([
    ['项目资料', 'full', null],
    ['  项目资料  ', 'full', null],
    ['   ', 'full', 'required'],
    ['一'.repeat(FOLDER_NAME_MAX), 'full', null],
    ['一'.repeat(FOLDER_NAME_MAX + 1), 'full', 'too-long'],
    ['一'.repeat(FOLDER_NAME_MAX_QUICK), 'quick', null],
    ['一'.repeat(FOLDER_NAME_MAX_QUICK + 1), 'quick', 'too-long'],
    ['𠮷'.repeat(FOLDER_NAME_MAX_QUICK), 'quick', null],
    ['周报📎', 'full', 'emoji'],
    ['a\u0007b', 'full', 'control'],
  ] as const)('given %j in the %s reading, when it is checked, then the answer is %s', (name, reading, problem) => {
    expect(folderNameProblem(name, reading)).toBe(problem)
  })
})

describe('emoji', () => {
  test.each(['😀', '👨‍👩‍👧', '🇨🇳', '1️⃣', '❤️', '👍🏽'])(
    'given %s, when it is stripped, then nothing is left of it',
    (emoji) => {
      expect(containsEmoji(emoji)).toBe(true)
      expect(stripEmoji(`甲${emoji}乙`)).toBe('甲乙')
    },
  )
  test.each(['𠮷野家', '㐀𪚥', '2026年#1*', '© 雁书™', 'café', '①②'])(
    'given the text %s, when it is stripped, then it stays whole',
    (text) => {
      expect(containsEmoji(text)).toBe(false)
      expect(stripEmoji(text)).toBe(text)
    },
  )
})

describe('login', () => {
  test.each([
    ['', 'required'],
    ['123456', 'too-short'],
    ['1234567', null],
    ['密码1234567', 'chinese'],
    ['Wild-Goose-7', null],
  ] as const)('given the password %j, when it is checked, then the answer is %s', (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  })
  test('given a blank account, when it is checked, then it is required', () => {
    expect(accountProblem('  ')).toBe('required')
    expect(accountProblem('zhang.wei')).toBeNull()
  })
})

describe('addresses', () => {
  test.each(['zhang.wei@yanshu.test', 'a+b@x.co', '用户@例子.公司', "o'neil@example.com"])(
    'given %s, then it is an address',
    (text) => {
      expect(isMailAddress(text)).toBe(true)
    },
  )
  test.each([
    'zhang.wei',
    '@yanshu.test',
    'a@b',
    'a..b@c.com',
    '.a@c.com',
    'a b@c.com',
    'a@-c.com',
    'a@c..com',
    `${'a'.repeat(65)}@c.com`,
    'a@c.com>',
    '张伟 <a@c.com>',
  ])('given %s, then it is none', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })
  test('given two spellings of one address, when they are compared, then case does not matter', () => {
    expect(sameAddress('Li.Na@Yanshu.Test', 'li.na@yanshu.test')).toBe(true)
  })
})

describe('what is written', () => {
  test.each([
    ['', 'required'],
    ['  ', 'required'],
    ['字'.repeat(SUBJECT_MAX), null],
    ['字'.repeat(SUBJECT_MAX + 1), 'too-long'],
    ['𠮷'.repeat(SUBJECT_MAX), null],
  ] as const)(
    'given a subject, when it is checked, then the rule of one hundred characters holds',
    (subject, problem) => {
      expect(subjectProblem(subject)).toBe(problem)
    },
  )
  test.each([
    [{ name: '报价.pdf', size: 10 }, [], null],
    [{ name: '报价.pdf', size: 0 }, [], 'empty'],
    [{ name: '报价.PDF', size: 10 }, [{ name: '报价.pdf' }], 'duplicate'],
    [{ name: 'setup.EXE', size: 10 }, [], 'blocked-type'],
    [{ name: 'a.bin', size: ATTACHMENT_SIZE_MAX + 1 }, [], 'too-large'],
    [{ name: 'b.pdf', size: 10 }, Array.from({ length: ATTACHMENTS_MAX }, (_, n) => ({ name: `${n}` })), 'too-many'],
  ] as const)('given %j, when it is attached, then the answer is right', (file, chosen, problem) => {
    expect(attachmentProblem(file, chosen)).toBe(problem)
  })
  test('given a list of the operator, when a file is attached, then that list alone decides', () => {
    expect(attachmentProblem({ name: 'x.dwg', size: 1 }, [], ['dwg'])).toBe('blocked-type')
    expect(attachmentProblem({ name: 'setup.exe', size: 1 }, [], ['dwg'])).toBe(null)
  })
  test('given file names, when the extension is read, then dots and case do not mislead', () => {
    expect(['a.tar.GZ', '.bashrc', 'none', '年报.'].map(extensionOf)).toEqual(['gz', '', '', ''])
  })
})

test('given ideographs beyond the basic plane, when characters are counted, then each is one', () => {
  expect(lengthOf('𠮷野家')).toBe(3)
})

describe('the screen lock', () => {
  test.each([
    [{ autoFlag: false, locktime: 30 }, 0, null],
    [{ autoFlag: true, locktime: null }, 600_000, 600_000],
    [{ autoFlag: true, locktime: 0 }, 0, null],
    [{ autoFlag: true, locktime: 5 }, 300_000, 600_000],
    [{ autoFlag: true, locktime: 30 }, 1_800_000, 1_800_000],
  ])('%o times out after %i ms and locks after %s ms without an act', (times, timeout, limit) => {
    expect(lockTimeoutMs(times)).toBe(timeout)
    expect(idleLimitMs(timeout)).toBe(limit)
  })

  test('pages that must not be broken off never begin it', () => {
    for (const path of [
      '/write/new/0?c=1',
      '/login',
      '/loginBefore?redirect=%2F',
      '/resetPassword',
      '/firstResetPsd/a@b.c',
    ])
      expect(mayBeginLock(path), path).toBe(false)
    for (const path of ['/smimePage', '/bigFileUpload', '/sharefile?id=1']) expect(mayBeginLock(path), path).toBe(false)
    for (const path of ['/', '/inbox', '/writers', '/set/account?tab=four']) expect(mayBeginLock(path), path).toBe(true)
  })

  test.each([
    ['', 'required'],
    ['123', 'length'],
    ['1234', null],
    ['x'.repeat(20), null],
    ['x'.repeat(21), 'length'],
    ['锁屏密码', 'chinese'],
  ])('the password %j: %s', (password, problem) => {
    expect(lockPasswordProblem(password)).toBe(problem)
  })
})
