import { folders, settings, t } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { withQueryWords } from './queryWords.ts'
import type { SearchForm } from './searchParams.ts'
import { SEARCH_WORDS } from './useSearchWords.ts'

/** The search that the user means by the text, with a warning for each thing that was read otherwise. */
export function readSearch(form: SearchForm): SearchForm {
  const tree = folders.tree()
  const all = tree.lists ? [...tree.lists.folderList, ...tree.lists.customList, ...tree.lists.folderOutList] : []
  const moment = { now: Date.now(), timeZone: settings.current().general.timeZone }
  const read = withQueryWords(form, { folders: all, nameOf: tree.nameOf }, moment)
  if (read.unknownFolder) notify.warning(t(SEARCH_WORDS, 'search.noFolder', { name: read.unknownFolder }))
  else if (read.corrected) notify.warning(t(SEARCH_WORDS, 'search.timesCorrected'))
  return read.form
}
