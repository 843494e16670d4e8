import type { MailDetail } from '@yanshu/contracts'
import { http, queryKeys, useFormat, useT } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, Icon } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { NS } from '../write/namespace.ts'
import css from './receipts.module.css'

const queryOf = (mailId: number) => ({
  queryKey: [...queryKeys.mail(mailId), 'receipt'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.post('mail/email/receipt/get', { mailId }, { silent: true, signal }),
  // Readers answer at any time, and no event reports it.
  staleTime: 0,
})

/** Names that a line holds; the number of the others stands behind them. */
const NAMED_MAX = 20

/**
 * Above a mail that asks for a receipt: its reader decides, unless the settings have. Above one's own: who has read it.
 * Without an answer of the server nothing is shown: the mail is what one came for.
 */
export default function ReceiptCard({ mail: { mailId } }: { mail: MailDetail }) {
  const say = useT(NS)
  const { mailTime } = useFormat()
  const query = queryOf(mailId)
  const { data } = useQuery(query)
  const [busy, setBusy] = useState(false)
  const answer = (send: boolean, automatic = false) =>
    http
      .post('mail/email/receipt/answer', { mailId, send, automatic }, { silent: automatic })
      .then((state) => queryClient().setQueryData(query.queryKey, state))
  const decide = (send: boolean) => {
    setBusy(true)
    answer(send)
      // `http` has shown why; the question stays.
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  // What the settings allow is sent once the mail is shown, and again when it is shown once more if it did not go.
  const isAutomatic = data?.ask?.automatic === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mail that is shown
  useEffect(() => {
    if (isAutomatic) answer(true, true).catch(() => undefined)
  }, [isAutomatic, mailId])

  if (!data || isAutomatic) return null
  const { ask, answered, readers } = data
  if (readers.length > 0) {
    const named = readers
      .slice(0, NAMED_MAX)
      .map(({ name, address, at }) => say('receipts.reader', { name: name || address, time: mailTime(at) }))
    const more = readers.length - named.length
    return (
      <Bar icon="eye" words={say('receipts.read', { names: named.join(say('receipts.between')) })}>
        {more > 0 && <span>{say('receipts.more', { count: more })}</span>}
      </Bar>
    )
  }
  if (answered !== null) return answered === 'sent' ? <Bar icon="check" words={say('receipts.sent')} /> : null
  if (!ask) return null
  const people = ask.to.map(({ address }) => address).join(say('receipts.between'))
  return (
    <Bar icon="eye" words={say(ask.elsewhere ? 'receipts.askedElsewhere' : 'receipts.asked', { people })}>
      <Button size="small" loading={busy} onClick={() => decide(true)}>
        {say('receipts.send')}
      </Button>
      <Button size="small" variant="text" disabled={busy} onClick={() => decide(false)}>
        {say('receipts.decline')}
      </Button>
    </Bar>
  )
}

function Bar({ icon, words, children }: { icon: 'eye' | 'check'; words: string; children?: React.ReactNode }) {
  return (
    <div role="status" className={css.bar}>
      <Icon name={icon} />
      <p>{words}</p>
      {children && <span className={css.buttons}>{children}</span>}
    </div>
  )
}
