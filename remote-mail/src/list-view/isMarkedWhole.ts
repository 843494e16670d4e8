import { MAX_LIST_ROWS } from '@yanshu/contracts'
import type { Selection } from '@yanshu/ui'
import type { ListQuery } from '../list-window/listQuery.ts'

/**
 * Whether all of a list is marked that one answer does not hold, of a kind that can be acted on in steps
 * (`triage/BulkBar.tsx`).
 */
export const isMarkedWhole = (selection: Selection, { kind }: ListQuery, length: number): boolean =>
  selection.kind === 'all' && length > MAX_LIST_ROWS && kind !== 'related' && kind !== 'sender'
