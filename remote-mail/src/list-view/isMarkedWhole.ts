import type { Selection } from '@yanshu/ui'
import type { ListQuery } from '../list-window/listQuery.ts'

/** A longer list that is marked as a whole is acted on in steps. */
const IN_ONE_GO = 1_000

/** Whether all of a long list is marked, of a kind that can be acted on in steps (`triage/BulkBar.tsx`). */
export const isMarkedWhole = (selection: Selection, { kind }: ListQuery, length: number): boolean =>
  selection.kind === 'all' && length > IN_ONE_GO && (kind === 'folder' || kind === 'search' || kind === 'own')
