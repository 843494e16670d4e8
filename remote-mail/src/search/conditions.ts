import { EMPTY_SEARCH, PARTS, type SearchForm } from './searchParams.ts'

/** One condition of a search, and the search without it. */
export interface Condition {
  readonly name:
    | 'keyword'
    | 'from'
    | 'to'
    | 'subject'
    | 'fileType'
    | 'kind'
    | 'scope'
    | 'folder'
    | 'startTime'
    | 'endTime'
    | 'attachment'
    | 'unread'
  readonly without: SearchForm
}

/** What a list of results is narrowed by, in the order in which it is shown. */
export function conditionsOf(form: SearchForm): readonly Condition[] {
  const found: Condition[] = []
  const add = (name: Condition['name'], without: Partial<SearchForm>) =>
    found.push({ name, without: { ...form, ...without } })
  if (form.keyword.trim()) add('keyword', { keyword: '' })
  if (form.kind === 1 || form.kind === 2) add('kind', { kind: 3 })
  if (form.kind === 4) {
    for (const part of PARTS) if (form[part].trim()) add(part, { [part]: '' })
    if (form.folderId !== null) add('folder', { folderId: null })
    if (form.keyword.trim() && form.scope.length < EMPTY_SEARCH.scope.length)
      add('scope', { scope: EMPTY_SEARCH.scope })
    if (form.startTime !== null) add('startTime', { startTime: null })
    if (form.endTime !== null) add('endTime', { endTime: null })
  }
  if (form.attachment !== 2) add('attachment', { attachment: 2 })
  if (form.unread !== 2) add('unread', { unread: 2 })
  // Without its word a search is one by conditions alone.
  return found.map(({ name, without }) => ({
    name,
    without: name === 'keyword' ? { ...without, kind: 4, scope: EMPTY_SEARCH.scope } : without,
  }))
}
