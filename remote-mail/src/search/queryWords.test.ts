import type { Folder } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { withQueryWords } from './queryWords.ts'
import { EMPTY_SEARCH, LEAST_SPAN_MS, searchOf, searchPath, termsOfSearch } from './searchParams.ts'

const folder = (folderId: number, role: Folder['role'], folderName: string): Folder => ({
  folderId,
  role,
  folderName,
  mail: 0,
  unread: 0,
  pwd: false,
  spaceSize: 0,
  state: 0,
})
const folders = [
  folder(1, 'inbox', '收件箱'),
  folder(4, 'trash', '回收站'),
  folder(7, 'custom', '项目资料'),
  folder(8, 'custom', '项目'),
]
const tree = { folders, nameOf: ({ folderName }: Folder) => folderName }
const moment = { now: Date.parse('2026-11-22T07:00:00Z'), timeZone: 8 }
const read = (keyword: string, form = EMPTY_SEARCH) => withQueryWords({ ...form, keyword }, tree, moment)

test('words stay a search for everything', () => {
  expect(read('项目 会议')).toEqual({
    form: { ...EMPTY_SEARCH, keyword: '项目 会议' },
    corrected: false,
    unknownFolder: '',
  })
})

test('conditions become an advanced search that the address brings back and the server is asked for', () => {
  const { form } = read('发件人:李娜 to:zhang 主题:周报 未读 附件 in:项目 上周三 预算')
  expect(form).toMatchObject({
    kind: 4,
    keyword: '预算',
    from: '李娜',
    to: 'zhang',
    subject: '周报',
    folderId: 8,
    attachment: 1,
    unread: 1,
    startTime: Date.parse('2026-11-11T00:00:00+08:00'),
    endTime: Date.parse('2026-11-12T00:00:00+08:00') - 1,
  })
  expect(searchOf(new URLSearchParams(searchPath(form).split('?')[1]))).toEqual(form)
  expect(termsOfSearch(form)).toMatchObject({ searchType: 4, from: '李娜', to: 'zhang', subject: '周报', mailboxId: 8 })
})

test.each([
  ['in:inbox', 1],
  ['in:TRASH', 4],
  ['文件夹:收件箱', 1],
  ['in:项目资', 7],
  ['in:资料', 7],
])('%s is the folder %i', (text, folderId) => {
  expect(read(text).form.folderId).toBe(folderId)
})

test('a folder that is not there is named, and nothing else is searched in its place', () => {
  expect(read('in:没有 周报')).toMatchObject({ unknownFolder: '没有', form: { folderId: null, keyword: '周报' } })
})

test('an end before the start is corrected by a second', () => {
  const { form, corrected } = read('after:2026-05-01 before:2026-04-01')
  expect(corrected).toBe(true)
  expect((form.endTime ?? 0) - (form.startTime ?? 0)).toBe(LEAST_SPAN_MS)
})

test('a flag alone is a search by conditions; with words it stays what it was', () => {
  expect(read('附件').form).toMatchObject({ kind: 4, keyword: '', attachment: 1 })
  expect(read('附件 合同').form).toMatchObject({ kind: 3, keyword: '合同', attachment: 1 })
})
