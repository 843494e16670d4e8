import { describe, expect, it } from 'vitest'
import { isFileType, momentsBack, narrowedBy, narrowedSince } from './narrowed.ts'
import { EMPTY_SEARCH, searchOf, searchPath, termsOfSearch } from './searchParams.ts'

describe('a search that is narrowed by a value of a facet', () => {
  const subjectOnly = { ...EMPTY_SEARCH, kind: 1, keyword: '大桥' } as const

  it('keeps the keyword and where it is looked for', () => {
    expect(narrowedBy(subjectOnly, { folderId: 7 })).toEqual({ ...subjectOnly, kind: 4, scope: [1], folderId: 7 })
    expect(termsOfSearch(narrowedBy(subjectOnly, { fileType: 'pdf' }))).toMatchObject({
      searchKeyword: '大桥',
      scope: '1',
      fileType: 'pdf',
    })
  })
  it('stands in the address', () => {
    const form = narrowedBy(subjectOnly, { fileType: 'sheet', from: 'li.na@yanshu.test' })
    expect(searchOf(new URLSearchParams(searchPath(form).split('?')[1]))).toEqual(form)
  })
  it('begins at a moment, which stays before its end', () => {
    expect(narrowedSince({ ...subjectOnly, endTime: 5_000 }, 5_000)).toMatchObject({ startTime: 5_000, endTime: 6_000 })
  })
  it('counts from the beginning of days of the time zone', () => {
    const [today, week] = momentsBack(Date.parse('2026-11-27T17:00:00Z'), 8)
    expect(today).toBe(Date.parse('2026-11-27T16:00:00Z'))
    expect(week).toBe(Date.parse('2026-11-20T16:00:00Z'))
  })
  it('knows kinds of files from other words', () => {
    expect([isFileType('pdf'), isFileType('toString'), isFileType('')]).toEqual([true, false, false])
  })
})
