import { DEPLOYMENTS_CHANGED, type GetData, type GetQuery } from '@yanshu/contracts'
import { http, usePushEvent } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'

export type Hours = NonNullable<GetQuery<'telemetry/summary'>['hours']>
export type Status = GetData<'deployments/status'>
export type History = GetData<'deployments/history'>['list']
export type Summary = GetData<'telemetry/summary'>

/** Everything that the page shows. */
export interface Releases {
  readonly status: Status
  readonly history: History
  readonly summary: Summary
}

const KEY = ['operations', 'releases']
const HISTORY_SHOWN = 50
/** Pages report each half minute. */
const AGAIN_MS = 30_000

/** What is deployed and its figures; asked for again while they are shown, and when a revision comes. */
export function useReleases(hours: Hours, active: boolean) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...KEY, hours],
    queryFn: async (): Promise<Releases> => {
      const [status, { list: history }, summary] = await Promise.all([
        http.get('deployments/status', {}, { silent: true }),
        http.get('deployments/history', { limit: HISTORY_SHOWN }, { silent: true }),
        http.get('telemetry/summary', { hours }, { silent: true }),
      ])
      return { status, history, summary }
    },
    // What is on the screen stays until the other range has come.
    placeholderData: (before) => before,
    refetchInterval: active ? AGAIN_MS : false,
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  usePushEvent(DEPLOYMENTS_CHANGED, again)
  return { data, failed: isError && data === undefined, busy: isFetching, retry: () => void refetch(), again }
}
