import { EVENT_FILES_MAX, EVENT_FILES_SIZE_MAX, type EventFile } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { createFileList, problemOf } from './fileList.ts'

const kept = (name: string, more: Partial<EventFile> = {}): EventFile => ({
  fileId: `id-of-${name}`,
  name,
  size: 1,
  contentType: '',
  link: '',
  ...more,
})
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test.each([
  ['another of the name', { name: 'A.txt', size: 1 }, [kept('a.txt')], 'duplicate'],
  ['an empty one', { name: 'b.txt', size: 0 }, [], 'empty'],
  ['a program', { name: 'b.exe', size: 1 }, [], 'blocked-type'],
  ['one with which they are too large together', { name: 'b.txt', size: 2 }, [kept('a', { size: EVENT_FILES_SIZE_MAX - 1 })], 'too-large'],
  ['one more than there may be', { name: 'b.txt', size: 1 }, Array.from({ length: EVENT_FILES_MAX }, (_, at) => kept(`${at}`)), 'too-many'],
  ['one that fits', { name: 'b.txt', size: 1 }, [kept('a', { size: EVENT_FILES_SIZE_MAX - 1 })], null],
])('given %s, then the reason is said', (_name, file, there, problem) => {
  expect(problemOf(file, there)).toBe(problem)
}) // biome-ignore format: a table

test('a form waits for what is on its way, says what failed, and puts back what was removed', async () => {
  const answers: ((error?: Error) => void)[] = []
  const list = createFileList([kept('old.txt')], {
    upload: (file) =>
      new Promise((resolve, reject) => answers.push((error) => (error ? reject(error) : resolve(kept(file.name))))),
    wordsFor: (error) => (error instanceof Error ? error.message : ''),
  })
  const names = () => list.files().map(({ name }) => name)
  expect([names(), list.waiting()]).toEqual([['old.txt'], null])
  expect(list.add([new File(['x'], 'old.txt'), new File(['x'], 'new.txt')])).toEqual([
    { name: 'old.txt', problem: 'duplicate' },
  ])
  expect(list.waiting()).toBe('waiting')
  answers[0]?.(new Error('no line'))
  await settle()
  expect([list.waiting(), list.items()[1]?.error]).toEqual(['failed', 'no line'])
  list.uploads.retry(list.items()[1]?.key ?? '')
  answers[1]?.()
  await settle()
  expect([names(), list.waiting()]).toEqual([['old.txt', 'new.txt'], null])
  const removed = list.remove(list.items()[0]?.key ?? '')
  expect(names()).toEqual(['new.txt'])
  removed?.undo()
  expect(names()).toEqual(['new.txt', 'old.txt'])
  list.add([new File(['x'], 'third.txt')])
  expect(list.remove(list.items()[2]?.key ?? '')).toBeNull()
})
