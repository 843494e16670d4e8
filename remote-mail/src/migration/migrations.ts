import type { Migration, MigrationEstimate } from '@yanshu/contracts'
import { http, markStale } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'

const KEY = ['mail-migrations']
/** How often a migration that goes on is asked for. */
const ASK_EVERY_MS = 2_000

export const isGoing = ({ state, undo }: Pick<Migration, 'state' | 'undo'>): boolean =>
  state === 'dispatching' || state === 'migrating' || undo === 'running'

/** The migrations of the mailbox; asked for again while one goes on and the page is in sight. */
export const useMigrations = (active: boolean) =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => http.get('mail/mailMig/get', {}, { signal, silent: true }),
    refetchInterval: ({ state }) => (active && state.data?.list.some(isGoing) ? ASK_EVERY_MS : false),
  })

export const refreshMigrations = (): void => markStale(KEY)

type Act = 'pause' | 'resume' | 'cancel' | 'again' | 'undo' | 'delete'

/** Answers whether it was done; a failure has been shown. */
export async function changeMigration(id: number, act: Act, password?: string): Promise<boolean> {
  const done = await http
    .post('mail/mailMig/update', { id, act, ...(password === undefined ? {} : { password }) })
    .then(() => true)
    .catch(() => false)
  refreshMigrations()
  return done
}

export interface Sum {
  readonly total: number
  readonly brought: number
  readonly known: number
  readonly noted: number
  /** Brought, and deleted again. */
  readonly undone: number
  readonly done: number
}

/** The folders of a migration together. */
export function sumOf({ folders }: Pick<Migration, 'folders'>): Sum {
  const sum = { total: 0, brought: 0, known: 0, noted: 0, undone: 0, done: 0 }
  for (const { total, brought, known, noted, undone } of folders) {
    const done = brought + known + noted + undone
    sum.brought += brought
    sum.known += known
    sum.noted += noted
    sum.undone += undone
    sum.done += done
    // A mail that was brought may have been deleted there since.
    sum.total += Math.max(total, done)
  }
  return sum
}

/** What a dry run has counted in all folders together. */
export function countedOf({ folders }: Pick<Migration, 'folders'>): Record<keyof MigrationEstimate, number> {
  const sum = { bring: 0, bytes: 0, already: 0, tooLarge: 0, broken: 0, deleted: 0, restricted: 0 }
  for (const { estimate } of folders) {
    if (!estimate) continue
    for (const name of ['bring', 'bytes', 'already', 'tooLarge', 'broken', 'deleted', 'restricted'] as const)
      sum[name] += estimate[name] ?? 0
  }
  return sum
}
