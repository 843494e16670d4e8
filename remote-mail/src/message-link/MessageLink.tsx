import { Code, type ViewProps } from '@yanshu/contracts'
import { ApiError, go, http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Skeleton } from '@yanshu/ui'
import { useEffect } from 'react'
import { Missing } from '../places/Missing.tsx'
import { useLinkWords } from './words.ts'

/** `message/{messageId}`: a link between colleagues. It opens the reader's own copy, and gives no right to another. */
export default function MessageLink({ params, tab }: ViewProps) {
  const say = useLinkWords()
  const messageId = params.messageId ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['message', messageId],
    queryFn: ({ signal }) => http.get('mail/email/byMessageId', { messageId }, { silent: true, signal }),
    retry: false,
    staleTime: 0,
  })
  useEffect(() => {
    if (!data) return
    go(`/reply/${data.mailboxId}/${data.mailId}`)
    tab.close()
  }, [data, tab])
  if (!error) return <Skeleton lines={6} />
  const isGone = error instanceof ApiError && [Code.mailNotFound, Code.badRequest].some((code) => code === error.code)
  return isGone ? (
    <Missing what={say('none')} advice={say('noneAdvice')} />
  ) : (
    <Missing what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
  )
}
