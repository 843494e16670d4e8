import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../http/ApiError.ts'

/** The server may be asked again where the answer can change by itself: no network, or a server that failed. */
const worthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 0 || error.status >= 502) && globalThis.navigator?.onLine !== false

/** The one cache of what the server said. */
export const queryClient: QueryClient = /*#__PURE__*/ new QueryClient({
  defaultOptions: {
    queries: {
      // The push socket says when something changed, so that age alone is no reason to ask again.
      staleTime: 5 * 60_000,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && worthRetrying(error),
    },
    mutations: { retry: false },
  },
})

export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

/** Keys of what more than one package reads. Lists of mails belong to remote-mail. */
export const queryKeys = {
  folders: ['folders'],
  settings: ['settings'],
  user: ['user'],
  quota: ['quota'],
  mail: (mailId: number) => ['mail', mailId] as const,
} as const
