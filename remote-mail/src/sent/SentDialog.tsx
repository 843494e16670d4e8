import type { SentRecipient } from '@yanshu/contracts'
import { http, intents, queryKeys, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, notify, RadioGroup, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { deliveryReason } from './deliveryReason.ts'
import css from './sent.module.css'
import { useSentWords } from './words.ts'

interface SentDialogProps {
  readonly mailId: number
  readonly onClose: () => void
}

/** What lies in the place of a mail that is taken back. */
const LEAVES = ['notice', 'nothing', 'corrected'] as const
type Leaves = (typeof LEAVES)[number]

const queryOf = (mailId: number) => ({
  queryKey: [...queryKeys.mail(mailId), 'sent'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    http.post('mail/email/sent/recipients', { mailId }, { silent: true, signal }),
  // What recipients do is no event of this mailbox.
  staleTime: 0,
})

const recallableIn = (recipients: readonly SentRecipient[]): number =>
  recipients.filter(({ recall }) => recall === 'yes').length

const recalledIn = (recipients: readonly SentRecipient[]): number =>
  recipients.filter(({ recalledAt }) => recalledAt !== null).length

/** Where a sent mail stands for each recipient, from whom it can be taken back and why not, and taking it back. */
export default function SentDialog({ mailId, onClose }: SentDialogProps) {
  const say = useSentWords()
  const query = queryOf(mailId)
  const { data, error, refetch } = useQuery(query)
  const [leaves, setLeaves] = useState<Leaves>('notice')
  const [busy, setBusy] = useState(false)
  const recipients = data?.recipients ?? []
  const count = recallableIn(recipients)
  // What has not left is written again instead.
  const mayCorrect = recipients.some(({ state }) => state !== 'held')
  const isCorrection = mayCorrect && (leaves === 'corrected' || count === 0)

  const recall = async () => {
    setBusy(true)
    const before = recalledIn(data?.recipients ?? [])
    try {
      const call = () => http.post('mail/email/cancels', { mailId, notice: leaves === 'notice' })
      let answer = await call()
      // One call recalls the mail from a limited number of recipients; `left` is how many remain.
      for (let left = answer.left; left > 0; left = answer.left < left ? answer.left : 0) answer = await call()
      queryClient().setQueryData(query.queryKey, { recipients: answer.recipients, total: answer.total })
      const done = recalledIn(answer.recipients) - before
      if (done > 0) notify.success(say('done', { count: done }))
      else notify.warning(say('none'))
    } catch {
      // `http` has shown why; the list shows what was done.
      void refetch()
    } finally {
      setBusy(false)
    }
  }

  const correct = async () => {
    onClose()
    await intents.send('compose.open', { kind: 'editAgain', mailId, corrects: true }).catch(() => undefined)
  }

  return (
    <Dialog
      open
      wide
      title={say('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('close')}</Button>
          {isCorrection && (
            <Button variant={count > 0 ? 'primary' : 'default'} icon="compose" onClick={() => void correct()}>
              {say('correctNow')}
            </Button>
          )}
          {count > 0 && !isCorrection && (
            <Button variant="danger" icon="undo" loading={busy} onClick={() => void recall()}>
              {busy ? say('recalling') : say('recallNow', { count })}
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <>
          <p role="status" className={css.summary}>
            {say('summary', { total: data.total, count })}
            {data.total > data.recipients.length && ` ${say('more', { shown: data.recipients.length })}`}
          </p>
          <ul aria-label={say('list')} className={css.list}>
            {data.recipients.map((one) => (
              <Recipient key={`${one.address} ${one.indirect}`} recipient={one} />
            ))}
          </ul>
          {count > 0 && !isCorrection && <p className={css.facts}>{say('links')}</p>}
          {count > 0 && (
            <RadioGroup
              stacked
              label={say('place')}
              value={leaves}
              options={LEAVES.map((value) => ({
                value,
                label: say(`leaves.${value}`),
                hint: say(`leaves.${value}Hint`),
              }))}
              onChange={setLeaves}
            />
          )}
        </>
      ) : error ? (
        <div role="alert">
          <p>{say('failed')}</p>
          <Button size="small" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </div>
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

/** How often a person outside has opened the letter on its page, and whether they still can. */
function openedFacts(
  { times, of, at, isOver }: NonNullable<SentRecipient['opened']>,
  say: ReturnType<typeof useSentWords>,
  dayTime: ReturnType<typeof useFormat>['dayTime'],
): string[] {
  return [
    of === null ? say('opened', { count: times }) : say('openedOf', { times, of }),
    ...(at === null ? [] : [say('openedAt', { time: dayTime(at) })]),
    ...(isOver ? [say('openedOver')] : []),
  ]
}

function Recipient({ recipient }: { recipient: SentRecipient }) {
  const say = useSentWords()
  const { dayTime } = useFormat()
  const { name, address, indirect, state, reason, status, read, gone, recalledAt, recall, opened } = recipient
  const why = state === 'failed' ? deliveryReason(status, reason) : null
  const facts = [
    say(`state.${state}`),
    ...(read === null
      ? []
      : [read.at === null ? say('readInMailbox') : say('readByReceipt', { time: dayTime(read.at) })]),
    ...(opened ? openedFacts(opened, say, dayTime) : []),
    ...(gone === null
      ? []
      : [recalledAt === null ? say(`gone.${gone}`) : `${say(`gone.${gone}`)} ${dayTime(recalledAt)}`]),
    ...(indirect ? [say('indirect')] : []),
    ...(gone === null && recall !== 'not-there' && !opened?.isOver ? [say(`recall.${recall}`)] : []),
  ]
  return (
    <li className={css.recipient} data-state={state}>
      <p className={css.person}>
        {name ? `${name} ` : ''}
        <span className={css.address}>{address}</span>
      </p>
      <p className={css.facts}>{facts.join(' · ')}</p>
      {state === 'failed' && (
        <p className={css.facts}>
          {[...(why === null ? [] : [say(`why.${why}`)]), ...(reason ? [say('said', { reason })] : [])].join(' ')}
        </p>
      )}
      {state === 'held' && reason && <p className={css.facts}>{reason}</p>}
    </li>
  )
}
