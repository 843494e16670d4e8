import type { DocumentItem } from '@yanshu/contracts'
import type { SortKey } from '@yanshu/lists'
import { expect, test } from 'vitest'
import { afterOf, type DocumentQuery, type DocumentRow, documentKind } from './documentKind.ts'

const row = (documentId: number, more: Partial<DocumentItem> = {}): DocumentRow => {
  const item: DocumentItem = {
    ...{
      documentId,
      parentId: 0,
      kind: 'file',
      name: `${documentId}`,
      contentType: '',
      size: documentId,
      starred: false,
    },
    ...{
      version: 1,
      createdAt: 0,
      changedAt: 100 - documentId,
      binnedAt: null,
      folder: '',
      sortName: `n${documentId}`,
      access: 'own',
      owner: '',
      lockedBy: '',
    },
    ...more,
  }
  const { kind, sortName, changedAt, size, binnedAt } = item
  const sortValues: SortKey = [kind === 'folder' ? 0 : 1, sortName, changedAt, size, binnedAt ?? 0, documentId]
  return { ...item, sortValues }
}
const query = (more: Partial<DocumentQuery> = {}): DocumentQuery => ({
  ...{ place: 'folder', parentId: 0, text: '', sort: 'name', order: 'asc' },
  ...more,
})
const sorted = (rows: readonly DocumentRow[], of: DocumentQuery) =>
  rows.toSorted(documentKind.rulesOf(of).compare).map(({ documentId }) => documentId)

test('folders stand first in either direction, and files by what the list is sorted by', () => {
  const rows = [row(2), row(3, { kind: 'folder' }), row(1), row(4, { kind: 'folder' })]
  expect(sorted(rows, query())).toEqual([3, 4, 1, 2])
  expect(sorted(rows, query({ order: 'desc' }))).toEqual([4, 3, 2, 1])
  expect(sorted(rows, query({ sort: 'time' }))).toEqual([4, 3, 2, 1])
  expect(sorted(rows, query({ place: 'recent' }))).toEqual([1, 2, 3, 4])
  expect(afterOf(query({ sort: 'size' }), row(2).sortValues)).toBe('[1,2,2]')
  expect(afterOf(query({ place: 'recent' }), row(2).sortValues)).toBe('[0,98,2]')
})

test('a file stands in the lists of its folder, of stars and of the bin, as it is now', () => {
  const belongs = (of: Partial<DocumentQuery>, one: DocumentRow, here = false) =>
    documentKind.rulesOf(query(of)).belongs(one, here)
  expect(belongs({}, row(1))).toBe(true)
  expect(belongs({ parentId: 7 }, row(1))).toBe(false)
  expect(belongs({ place: 'starred' }, row(1, { starred: true }))).toBe(true)
  expect(belongs({ place: 'starred' }, row(1))).toBe(false)
  expect(belongs({}, row(1, { binnedAt: 5 }))).toBe(false)
  expect(belongs({ place: 'bin' }, row(1), true)).toBe(false)
  expect(belongs({ place: 'search', text: 'a' }, row(1), true)).toBe(true)
})
