import type { ExportPart } from '@yanshu/contracts'
import { expect, test, vi } from 'vitest'
import { ExportStoppedError, pathInArchive, writeArchive } from './writeArchive.ts'

const part = (id: string, write: ExportPart['write']): ExportPart => ({ id, label: id, write })
const going = () => new AbortController().signal

test.each([
  ['contacts/all.vcf', 'contacts/all.vcf'],
  ['../../etc/passwd', 'etc/passwd'],
  ['/日程/2026.ics', '日程/2026.ics'],
  ['C:\\Windows\\x.txt', 'C__Windows_x.txt'],
  ['a//b/./c. ', 'a/b/c'],
  ['', 'file'],
  ['...', 'file'],
])('given the path %j, then it is unpacked inside the folder as %j', (path, expected) => {
  expect(pathInArchive(path, new Set())).toBe(expected)
})

test('given a second file of the same path, whatever its case, then it gets a number before its ending', () => {
  const taken = new Set<string>()
  expect(['a/x.eml', 'A/X.eml', 'a/x.eml', 'a/x'].map((path) => pathInArchive(path, taken))).toEqual([
    'a/x.eml',
    'A/X (2).eml',
    'a/x (3).eml',
    'a/x',
  ])
})

test('given parts of which one fails, then the others are written, and so is what it wrote before', async () => {
  const steps = vi.fn()
  const failing = part('half', async ({ write }) => {
    await write('half.txt', new Blob(['half']))
    throw new Error('the server is away')
  })
  const whole = part('whole', async ({ write }) => write('whole.txt', new Blob(['内容'])))
  const { zip, files, failed } = await writeArchive([failing, whole], going(), steps)
  expect(files).toBe(2)
  expect(failed).toEqual([{ part: failing, why: 'the server is away' }])
  expect(steps.mock.calls).toEqual([[{ part: failing, at: 1 }], [{ part: whole, at: 2 }]])
  const bytes = new TextDecoder('latin1').decode(await zip?.arrayBuffer())
  expect(bytes.startsWith('PK')).toBe(true)
  expect(bytes).toContain('half.txt')
  expect(bytes).toContain('whole.txt')
})

test('given parts that write nothing, then there is no file to save', async () => {
  expect(await writeArchive([part('empty', async () => undefined)], going(), vi.fn())).toMatchObject({ zip: null })
})

test('given an export that is called off, then no further file is taken and no part is begun', async () => {
  const control = new AbortController()
  const next = vi.fn()
  const first = part('first', async ({ write }, signal) => {
    await write('a', new Blob(['a']))
    control.abort()
    expect(signal.aborted).toBe(true)
    await write('b', new Blob(['b']))
  })
  const ended = writeArchive([first, part('next', next)], control.signal, vi.fn())
  await expect(ended).rejects.toBeInstanceOf(ExportStoppedError)
  expect(next).not.toHaveBeenCalled()
})
