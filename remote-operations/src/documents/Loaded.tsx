import { ErrorCard, Skeleton } from '@yanshu/ui'
import type { ReactNode } from 'react'
import { useFilesWords } from './filesWords.ts'

interface LoadedProps<Data> {
  query: { readonly data: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown }
  children: (data: Data) => ReactNode
}

/** What is drawn of an answer, while it comes and when it does not. */
export function Loaded<Data>({ query: { data, isError, refetch }, children }: LoadedProps<Data>) {
  const say = useFilesWords()
  if (data !== undefined) return children(data)
  if (!isError) return <Skeleton lines={6} />
  return <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
}
