import { SAVED_SEARCHES_CHANGED, type SavedSearch } from '@yanshu/contracts'
import { ApiError, http, useOnline, usePreference, usePushEvent } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { useEffect } from 'react'

const KEY = ['saved-searches']

export interface SavedSearches {
  /** Those of the last time where the server does not answer; undefined where none are known. */
  readonly list: readonly SavedSearch[] | undefined
  /** They may be changed: the server has answered, which it does to the person alone. */
  readonly mayChange: boolean
}

/** The searches that the person keeps, of all their devices. What was known last stays on this device, as the last searches do. */
export function useSavedSearches(): SavedSearches {
  const [last, setLast] = usePreference<SavedSearch[]>('mail.savedSearches', [])
  const online = useOnline()
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await http.get('mail/email/search/saved/list', {}, { signal, silent: true })).list,
    // Changes are reported.
    staleTime: Number.POSITIVE_INFINITY,
  })
  usePushEvent(SAVED_SEARCHES_CHANGED, () => void queryClient().invalidateQueries({ queryKey: KEY }))
  const text = data && JSON.stringify(data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text changes with the list
  useEffect(() => {
    if (data && text !== JSON.stringify(last)) setLast(data)
  }, [text])
  // A refusal is an answer: who is in the mailbox of another has none there.
  const isUnanswered = error ? !(error instanceof ApiError) : !online
  return { list: data ?? (isUnanswered && last.length > 0 ? last : undefined), mayChange: data !== undefined }
}

function show({ list }: { readonly list: SavedSearch[] }): void {
  queryClient().setQueryData(KEY, list)
}

/** Keeps a search; with `was` in place of the one of that name. Rejects with the server's refusal. */
export async function saveSearch(saved: SavedSearch, was?: string): Promise<void> {
  const body = { ...saved, ...(was === undefined ? {} : { was }) }
  show(await http.post('mail/email/search/saved/save', body, { silent: true }))
}

/** Keeps a search no longer. A failure is shown. */
export async function deleteSearch(name: string): Promise<void> {
  show(await http.post('mail/email/search/saved/delete', { name }))
}
