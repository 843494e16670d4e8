import type { ContactRecord } from './findDoubles.ts'

const COLUMNS = [
  'name',
  'nickname',
  'organization',
  'duties',
  'note',
  'birthday',
  'birthday_lunar',
  'emails',
  'phones',
  'addresses',
  'initial',
  'sort_name',
  'card',
  'photo_hash',
  'photo_size',
  'photo_type',
  'updated_at',
] as const satisfies readonly (keyof ContactRecord)[]

/** A contact as it was before an import or a merge; the star is its owner's at any time. */
export interface Snapshot {
  readonly columns: Pick<ContactRecord, (typeof COLUMNS)[number]>
  /** Groups that it was put into. */
  readonly groupsAdded: readonly number[]
  /** Whether it went into another one. */
  readonly deleted: boolean
}

export function takeSnapshot(row: ContactRecord, groupsAdded: readonly number[], deleted = false): string {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, row[name]])) as Snapshot['columns']
  return JSON.stringify({ columns, groupsAdded, deleted } satisfies Snapshot)
}

/** What was taken by `takeSnapshot`. */
export const readSnapshot = (text: string): Snapshot => JSON.parse(text)
