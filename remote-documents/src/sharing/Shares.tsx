import type { DocumentShare } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, Dialog, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { CopyLink } from './CopyLink.tsx'
import { ShareVisits } from './ShareVisits.tsx'
import { SHARES_KEY, useSharingRule } from './shareFields.ts'

const PAGE = 50
/** For how many days a link is prolonged, where the organisation allows as many. */
const PROLONGED_DAYS = 7

/** The links of the person, with what became of each; each is copied, and ended at any time. */
export default function Shares({ onClose }: { onClose: () => void }) {
  const say = useWords()
  const [shown, setShown] = useState(PAGE)
  const { data, isError, refetch } = useQuery({
    queryKey: [...SHARES_KEY, shown],
    queryFn: async () => {
      const list: DocumentShare[] = []
      for (;;) {
        const last = list.at(-1)
        const query = { pageSize: PAGE, ...(last ? { before: last.shareId } : {}) }
        const page = await http.get('documents/share/list', query, { silent: true })
        list.push(...page.list)
        if (!page.more || list.length >= shown) return { list, more: page.more }
      }
    },
    placeholderData: (before) => before,
    retry: false,
  })
  return (
    <Dialog open wide light title={say('shares')} onClose={onClose}>
      {isError && <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={4} />}
      {data?.list.length === 0 && <p className={css.lead}>{say('noShares')}</p>}
      <ul className={css.versions} aria-label={say('shares')}>
        {data?.list.map((share) => (
          <ShareRow key={share.shareId} share={share} />
        ))}
      </ul>
      {data?.more && <Button onClick={() => setShown(shown + PAGE)}>{say('more')}</Button>}
    </Dialog>
  )
}

function ShareRow({ share }: { share: DocumentShare }) {
  const say = useWords()
  const { dayTime } = useFormat()
  const { shareId, name, state, visits, count, downloads, expiresAt, codeSentAt } = share
  const [visited, setVisited] = useState(false)
  const rule = useSharingRule()
  const days = Math.min(PROLONGED_DAYS, rule?.daysMax ?? PROLONGED_DAYS)
  const prolong = async () => {
    await http.post('documents/share/change', { shareId, days }).catch(() => undefined)
    void queryClient().invalidateQueries({ queryKey: SHARES_KEY })
  }
  const end = async () => {
    const yes = await confirm({
      title: say('endTitle', { name }),
      text: say('endText'),
      yes: say('endShare'),
      no: say('cancel'),
      danger: true,
    })
    if (!yes) return
    await http.post('documents/share/end', { shareId }).catch(() => undefined)
    void queryClient().invalidateQueries({ queryKey: SHARES_KEY })
  }
  return (
    <li className={css.shareRow}>
      <strong className={css.name}>{name}</strong>
      <span>{say(`shareState.${state}`)}</span>
      <span className={css.quiet}>
        {say('shareFacts', { visits, count, left: Math.max(0, count - visits), downloads, until: dayTime(expiresAt) })}
        {codeSentAt && ` · ${say('codeSentAt', { time: dayTime(codeSentAt) })}`}
      </span>
      <Button
        size="small"
        variant="text"
        aria-expanded={visited}
        aria-label={say('visitsNamed', { name })}
        onClick={() => setVisited(!visited)}
      >
        {say('visits')}
      </Button>
      {state !== 'cancelled' && (
        <>
          {rule?.outside && (
            <Button size="small" aria-label={say('prolongNamed', { name, count: days })} onClick={() => void prolong()}>
              {say('prolong', { count: days })}
            </Button>
          )}
          <CopyLink share={share} />
          <Button size="small" variant="text" onClick={() => void end()}>
            {say('endShare')}
          </Button>
        </>
      )}
      {visited && <ShareVisits shareId={shareId} name={name} />}
    </li>
  )
}
