import {
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryOf,
} from '@tanstack/react-query'
import { ApiError } from '../http/ApiError.ts'
import { perLogin } from '../login/perLogin.ts'
import { onAskFailedAgain, onStale } from './stale.ts'

/**
 * The server may be asked again where the answer can change by itself: no network, or a server that failed. Not where no
 * answer came in time: after that long wait the error is shown, and the user may try again.
 */
const worthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (!error.status || error.status >= 502) && globalThis.navigator?.onLine !== false

/**
 * Marks the answers under a key as stale, all of them under an empty one. A first answer that is on its way may be older
 * than the change, and asking now would wait for the same one: it is asked for again when it has come.
 */
function askAgain(client: QueryClient, queryKey: QueryKey): void {
  const onTheirWay = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void client.invalidateQueries({ queryKey })
  for (const { promise, queryKey: exactly } of onTheirWay) {
    promise?.then(
      () => void client.invalidateQueries({ queryKey: exactly, exact: true }),
      () => undefined,
    )
  }
}

function openCache() {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The push socket reports changes, so an answer does not become stale by its age.
        staleTime: 5 * 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && worthRetrying(error),
      },
      mutations: { retry: false },
    },
  })
  client.mount()
  const stops = [
    onStale((key) => askAgain(client, key ?? [])),
    onAskFailedAgain(() => void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })),
  ]
  return {
    client,
    close() {
      for (const stop of stops) stop()
      client.unmount()
      client.clear()
    },
  }
}

const cache = /*#__PURE__*/ perLogin(openCache, (held) => held.close())

/** The one cache of what the server has answered, one a login. */
export const queryClient = (): QueryClient => cache().client

/** The server's answer under a key, from the cache of the current login. */
export const useQuery = <Data, Failure = Error, Selected = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Failure, Selected, Key>,
): UseQueryResult<Selected, Failure> => useQueryOf(options, queryClient())
