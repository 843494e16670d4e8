import { expect, test } from 'vitest'
import { ArchivePaths, safePath } from './archivePaths.ts'

test('paths fit every system, stay inside, and are there once', () => {
  const paths = new ArchivePaths()
  expect(paths.take(safePath('mail/a:b.mbox'))).toBe('mail/a_b.mbox')
  expect(paths.take(safePath('mail/A_b.mbox'))).toBe('mail/A_b (2).mbox')
  for (const wanted of ['mail/../../etc/x.', '/mail/etc/x', 'mail/..\\..\\x', 'C:/x', '..'])
    expect(safePath(wanted)).not.toMatch(/(?:^|[/\\])\.\.(?:[/\\]|$)|^\/|^[a-z]:/i)
})

test('a name that others have got as their number is passed over', () => {
  const paths = new ArchivePaths()
  expect(['a.txt', 'a (2).txt', 'a.txt', 'a.txt', 'a (2).txt'].map((path) => paths.take(path))).toEqual([
    'a.txt',
    'a (2).txt',
    'a (3).txt',
    'a (4).txt',
    'a (2) (2).txt',
  ])
})

test('the numbers of many files of one name are not counted from the beginning each time', () => {
  const paths = new ArchivePaths()
  const asked = { count: 0 }
  const set = Set.prototype.has
  Set.prototype.has = function (value) {
    asked.count += 1
    return set.call(this, value)
  }
  try {
    for (let at = 0; at < 1_000; at++) paths.take('signature.png')
  } finally {
    Set.prototype.has = set
  }
  expect(asked.count).toBeLessThan(3_000)
})
