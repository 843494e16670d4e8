import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { ErrorCard, Skeleton } from '@yanshu/ui'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { SHARES_KEY } from './shareFields.ts'

/** When a link was opened and files were downloaded by it, from where, and when its code was sent. */
export function ShareVisits({ shareId, name }: { shareId: number; name: string }) {
  const say = useWords()
  const { dayTime } = useFormat()
  const { data, isError, refetch } = useQuery({
    queryKey: [...SHARES_KEY, 'visits', shareId],
    queryFn: () => http.get('documents/share/visits', { shareId }, { silent: true }),
    staleTime: 0,
    retry: false,
  })
  if (isError) return <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  if (data.list.length === 0) return <p className={css.quietText}>{say('noVisits')}</p>
  return (
    <>
      <ul className={css.visits} aria-label={say('visitsNamed', { name })}>
        {data.list.map(({ at, kind, place, who }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a record never change
          <li key={row}>
            {dayTime(at)} · {say(`visit.${kind}`, { place })}
            {who && ` · ${who.name} ${who.address}`}
          </li>
        ))}
      </ul>
      {data.more && <p className={css.quietText}>{say('visitsMore', { count: data.list.length })}</p>}
    </>
  )
}
