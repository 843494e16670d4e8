import { expect, it } from 'vitest'
import { extensionOf, fileType, formatBytes, middleCut } from './fileType.ts'

it('knows a file by its extension', () => {
  expect(fileType('预算.XLSX')).toEqual({ icon: 'sheet', tone: 5, name: 'XLSX' })
  expect(fileType('README').icon).toBe('file')
  expect(extensionOf('.profile')).toBe('')
  expect(extensionOf('a.tar.gz')).toBe('gz')
  expect(extensionOf('end.')).toBe('')
})

it('says sizes for people', () => {
  expect([0, 980, 1024, 1229, 1024 * 1024 - 1, 25_165_824, 2 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 B',
    '980 B',
    '1 KB',
    '1.2 KB',
    '1 MB',
    '24 MB',
    '2 GB',
  ])
  expect(formatBytes(10_180)).toBe('9.9 KB')
  expect(formatBytes(10_200)).toBe('10 KB')
})

it('parts a name before its last letters, and keeps its extension whole', () => {
  expect(middleCut('2026年第三季度采购合同（最终版）盖章扫描件.pdf')).toEqual([
    '2026年第三季度采购合同（最终版）盖',
    '章扫描件.pdf',
  ])
  expect(middleCut('a report of 2026.docx')).toEqual(['a report of ', '2026.docx'])
  expect(middleCut('合同.pdf')).toEqual(['', '合同.pdf'])
  expect(middleCut('no extension at all')).toEqual(['no extension at', ' all'])
  expect(middleCut('𠮷𠮷𠮷𠮷𠮷.md')).toEqual(['𠮷', '𠮷𠮷𠮷𠮷.md'])
})
