import { describe, expect, it } from 'vitest'
import { conditionsOf } from './conditions.ts'
import {
  EMPTY_SEARCH,
  hasConditions,
  LEAST_SPAN_MS,
  type SearchForm,
  searchOf,
  searchPath,
  termsOfSearch,
  withTime,
} from './searchParams.ts'

const back = (path: string) => searchOf(new URLSearchParams(path.split('?')[1]))

describe('the address of a search', () => {
  it('brings back what was searched for', () => {
    const form = {
      ...EMPTY_SEARCH,
      kind: 4,
      keyword: '会议 & 纪要',
      scope: [1, 3],
      folderId: 7,
      startTime: 1_000,
      endTime: 9_000,
      attachment: 1,
      unread: 0,
    } as const
    expect(back(searchPath(form))).toEqual(form)
  })
  it('leaves out what is not narrowed', () => {
    expect(searchPath({ ...EMPTY_SEARCH, keyword: ' 雁书 ' })).toBe('/search?keyword=%E9%9B%81%E4%B9%A6&type=3')
  })
  it.each(['type=9', 'scope=7,x', 'folder=-1', 'start=abc', 'attachment=5', ''])(
    'given %j, takes what is usual',
    (query) => {
      expect(searchOf(new URLSearchParams(query))).toEqual(EMPTY_SEARCH)
    },
  )
})

describe('times of the advanced search', () => {
  it('pushes the end behind a start that was set later', () => {
    const { form, corrected } = withTime({ ...EMPTY_SEARCH, endTime: 5_000 }, 'startTime', 8_000)
    expect(corrected).toBe(true)
    expect(form.endTime).toBe(8_000 + LEAST_SPAN_MS)
  })
  it('pulls the start before an end that was set earlier', () => {
    const { form, corrected } = withTime({ ...EMPTY_SEARCH, startTime: 8_000 }, 'endTime', 8_000)
    expect(corrected).toBe(true)
    expect(form.startTime).toBe(8_000 - LEAST_SPAN_MS)
  })
  it('leaves a span of one second as it is', () => {
    expect(withTime({ ...EMPTY_SEARCH, startTime: 7_000 }, 'endTime', 8_000).corrected).toBe(false)
  })
})

describe('conditions', () => {
  const narrowed = {
    kind: 4,
    keyword: '会议',
    from: '李娜',
    to: '',
    subject: '周报',
    fileType: 'pdf',
    scope: [1],
    folderId: 7,
    startTime: 1_000,
    endTime: 9_000,
    attachment: 1,
    unread: 0,
    order: '',
  } as const
  it('are all named, in one order', () => {
    const names = conditionsOf(narrowed).map(({ name }) => name)
    expect(names).toEqual([
      'keyword',
      'from',
      'subject',
      'fileType',
      'folder',
      'scope',
      'startTime',
      'endTime',
      'attachment',
      'unread',
    ])
    expect(conditionsOf(EMPTY_SEARCH)).toEqual([])
  })
  it('can be taken away one after the other, until nothing is searched for', () => {
    let form: SearchForm = narrowed
    for (let left = conditionsOf(form); left[0]; left = conditionsOf(form)) {
      const { without } = left[0]
      expect(conditionsOf(without).length).toBeLessThan(left.length)
      form = without
    }
    expect(hasConditions(form)).toBe(false)
  })
  it('of a search in subjects alone: taken away, everything is searched', () => {
    const form = { ...EMPTY_SEARCH, kind: 1, keyword: '会议' } as const
    const [, kind] = conditionsOf(form)
    expect(kind).toEqual({ name: 'kind', without: { ...EMPTY_SEARCH, keyword: '会议' } })
  })
  it('without its word a search goes on by what is left', () => {
    const [word] = conditionsOf({ ...EMPTY_SEARCH, kind: 1, keyword: '会议', unread: 1 })
    expect(word?.without).toMatchObject({ kind: 4, keyword: '', unread: 1 })
    expect(hasConditions(word?.without ?? EMPTY_SEARCH)).toBe(true)
  })
  it('needs a keyword, or in advanced search any condition', () => {
    expect(hasConditions({ ...EMPTY_SEARCH, keyword: '　 ' })).toBe(false)
    expect(hasConditions({ ...EMPTY_SEARCH, keyword: '雁' })).toBe(true)
    expect(hasConditions({ ...EMPTY_SEARCH, unread: 1 })).toBe(false)
    expect(hasConditions({ ...EMPTY_SEARCH, kind: 4, unread: 1 })).toBe(true)
  })
  it('asks the server for advanced conditions in advanced search only', () => {
    const form = { ...EMPTY_SEARCH, keyword: '雁', folderId: 7 }
    expect(termsOfSearch(form)).not.toHaveProperty('mailboxId')
    expect(termsOfSearch({ ...form, kind: 4 })).toMatchObject({ mailboxId: 7, scope: '1,2,3' })
  })
})
