import type { WriteParams } from '@yanshu/contracts'
import { ApiError, journal } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { takeParams } from './askedParams.ts'

const KEY = 'params'
const QUERY = ['compose', 'params']
/** A younger answer is used without reading what this device keeps, in milliseconds. */
const FRESH_MS = 60_000

/** Whether no answer came, or only that of a gateway. */
const unanswered = (error: unknown): boolean => error instanceof ApiError && (error.code === 0 || error.status >= 502)

/**
 * What writing needs to know: asked once a while, and kept on this device, so that a letter can be begun without a
 * network. Rejects with an `ApiError` when it was never had.
 */
export async function writeParams(): Promise<WriteParams> {
  // Taken before the first wait: an answer that comes late stays with whom it was asked for.
  const kept = journal<WriteParams>('compose-params')
  const client = queryClient()
  const known = client.getQueryState<WriteParams>(QUERY)
  if (known?.data && !known.isInvalidated && Date.now() - known.dataUpdatedAt < FRESH_MS) return known.data
  // Without a journal one can still write while the server answers.
  const before = await kept.get(KEY).catch(() => null)
  try {
    return await client.fetchQuery({
      queryKey: QUERY,
      queryFn: async ({ signal }) => {
        const params = await takeParams(signal)
        await kept.put(KEY, params, { onServer: true }).catch(() => undefined)
        return params
      },
      // A query that waits for the network would keep the letter from opening.
      networkMode: 'always',
      ...(before ? { retry: false } : {}),
    })
  } catch (error) {
    if (before && unanswered(error)) return before
    throw error
  }
}
