import type { DocumentShare } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, Dialog, ErrorCard, Skeleton } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { useSharingRule } from './shareFields.ts'

const PAGE = 50
/** For how many days a link is prolonged, where the organisation allows as many. */
const PROLONGED_DAYS = 7
const KEY = ['documents', 'shares']

/** The links of the person, with what became of each; each is copied, and ended at any time. */
export function Shares({ onClose }: { onClose: () => void }) {
  const say = useWords()
  const [shown, setShown] = useState(PAGE)
  const { data, isError, refetch } = useQuery({
    queryKey: [...KEY, shown],
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
  const { shareId, name, state, visits, count, downloads, expiresAt } = share
  const rule = useSharingRule()
  const days = Math.min(PROLONGED_DAYS, rule?.daysMax ?? PROLONGED_DAYS)
  const prolong = async () => {
    await http.post('documents/share/change', { shareId, days }).catch(() => undefined)
    void queryClient().invalidateQueries({ queryKey: KEY })
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
    void queryClient().invalidateQueries({ queryKey: KEY })
  }
  return (
    <li className={css.shareRow}>
      <strong className={css.name}>{name}</strong>
      <span>{say(`shareState.${state}`)}</span>
      <span className={css.quiet}>
        {say('shareFacts', { visits, count, left: Math.max(0, count - visits), downloads, until: dayTime(expiresAt) })}
      </span>
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
    </li>
  )
}

/** The address of a link's page. */
export const shareAddress = (token: string): string => `${location.origin}${location.pathname}#/sharefile?id=${token}`

/** The link and its code are copied apart: both in one mail would open the files to each who reads it. */
export function CopyLink({ share: { token, code } }: { share: Pick<DocumentShare, 'token' | 'code'> }) {
  const say = useWords()
  const copy = (text: string) => void copyText(text, { done: say('copiedText'), failed: say('copyFailed', { text }) })
  return (
    <>
      <Button size="small" icon="link" onClick={() => copy(shareAddress(token))}>
        {say('copyLink')}
      </Button>
      <Button size="small" icon="copy" onClick={() => copy(code)}>
        {say('copyCode')}
      </Button>
    </>
  )
}
