import type { ApprovalRecord } from '@yanshu/contracts'
import { go, http, useFormat, useShortcuts } from '@yanshu/shell-api'
import { Button, Chip, Dialog, ErrorCard, notify, Select, Skeleton, TextArea, TextField } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { useParts } from '../on-demand/onDemand.ts'
import css from './approval.module.css'
import { Difference } from './Difference.tsx'
import { decideLater, isDecided } from './decisions.ts'
import { markWords } from './markWords.ts'
import { PartsDialog } from './PartsDialog.tsx'
import { Earlier, Marked, Notes } from './RecordContext.tsx'
import { RecordFiles } from './RecordFiles.tsx'
import { StateChip } from './StateChip.tsx'
import { refresh, useRecord } from './useRecords.ts'
import { useApprovalWords, useSentence } from './words.ts'

interface RecordPaneProps {
  recordId: number
  /** Whether its view is the one that keys act on. */
  active: boolean
  /** Whether it is the whole of its view, which has its name already. */
  alone?: boolean
  /** The dialog that is open. */
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
}

export type Asked = 'pass' | 'reject' | 'handOn' | 'parts'

/** One mail that needs approval: what recipients will see, why it is here, who decides, and what may be done. */
export function RecordPane({ recordId, active, alone = false, asked, onAsk }: RecordPaneProps) {
  const say = useApprovalWords()
  const { data: record, isError, error, refetch } = useRecord(recordId)
  useDecisionKeys(record, active, onAsk)
  if (isError) {
    const isGone = 'status' in error && error.status === 404
    return (
      <div className={css.pane}>
        {isGone ? (
          <ErrorCard what={say('gone')} />
        ) : (
          <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />
        )}
      </div>
    )
  }
  if (!record) {
    return (
      <div className={css.pane}>
        <Skeleton lines={10} />
      </div>
    )
  }
  return (
    <section className={css.pane} aria-label={alone ? undefined : record.subject || say('noSubject')}>
      <Head record={record} />
      <Actions record={record} onAsk={onAsk} />
      <Why record={record} />
      <Notes record={record} />
      <Difference record={record} />
      <Content record={record} />
      <Earlier record={record} />
      <Chain record={record} />
      {asked === 'parts' && record.mayPart && <PartsDialog record={record} onClose={() => onAsk(null)} />}
      {asked && asked !== 'parts' && record.mayDecide && (
        <Ask key={asked} record={record} asked={asked} onClose={() => onAsk(null)} />
      )}
    </section>
  )
}

/**
 * Keys decide about the mail that is shown, at once and with ten seconds to take it back. A rejection that needs a comment
 * asks for it.
 */
function useDecisionKeys(record: ApprovalRecord | undefined, active: boolean, onAsk: (asked: Asked) => void) {
  const say = useApprovalWords()
  const decide = (pass: boolean) => () => {
    if (!record || isDecided(record.recordId)) return
    if (!pass && record.commentRequired) return onAsk('reject')
    const { recordId, hash } = record
    const text = say(pass ? 'passing' : 'rejecting', { subject: record.subject || say('noSubject') })
    decideLater(text, [{ recordId, hash, pass, comment: '' }], refresh)
  }
  const group = say('keys.group')
  const when = () => record?.mayDecide === true
  useShortcuts(
    [
      { keys: 'y', label: say('keys.pass'), group, run: decide(true), when },
      { keys: 'n', label: say('keys.reject'), group, run: decide(false), when },
    ],
    active,
  )
}

function Head({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const { exactTime, people, bytes } = useFormat()
  const { mail } = record
  return (
    <header className={css.head}>
      <h2>
        <Marked text={record.subject || say('noSubject')} words={record.words} />
      </h2>
      <p className={css.line}>
        <StateChip state={record.state} />
        <span>{exactTime(record.createdAt)}</span>
        <span>{bytes(record.size)}</span>
        {record.state === 'pending' && <span>{say('waitsFor', { names: people(record.waitsFor) })}</span>}
        <TimeLeft minutes={record.minutesLeft} />
        <SendTime item={record} />
      </p>
      <dl className={css.people}>
        <dt>{say('from')}</dt>
        <dd>{mail ? mail.from.name || mail.from.address : record.applicant.name || record.applicant.address}</dd>
        <dt>{say('to')}</dt>
        <dd className={css.line}>
          {record.to.map((one) => (
            <Chip key={one.address} tone={one.outside ? 'warning' : 'neutral'}>
              {one.name ? `${one.name} <${one.address}>` : one.address}
              {one.outside && ` · ${say('outside')}`}
            </Chip>
          ))}
        </dd>
      </dl>
    </header>
  )
}

/** The sending time of a mail that has not been decided against. */
export function SendTime({ item }: { item: Pick<ApprovalRecord, 'sendAt' | 'state'> }) {
  const say = useApprovalWords()
  const { dayTime } = useFormat()
  if (!item.sendAt || (item.state !== 'pending' && item.state !== 'passed')) return null
  return <span>{say('sendAt', { time: dayTime(item.sendAt) })}</span>
}

const HOUR = 60

export function TimeLeft({ minutes }: { minutes: number | null }) {
  const say = useApprovalWords()
  if (minutes === null) return null
  const [h, m] = [Math.floor(minutes / HOUR), minutes % HOUR]
  return <span>{say('left', { time: h > 0 ? say('hours', { h, m }) : say('minutes', { m }) })}</span>
}

function Why({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const sentence = useSentence()
  const { people: list } = useFormat()
  return (
    <section className={css.why} aria-label={say('why')}>
      <p>{say('rule', { name: record.ruleName, why: sentence(record.why) })}</p>
      {record.words.length > 0 && (
        <p className={css.line}>
          {record.words.map((word) => {
            const places = record.hits?.find((hit) => hit.word === word)?.in ?? []
            return (
              <span key={word}>
                <mark>{word}</mark>
                {places.length > 0 && (
                  <span className={css.quiet}> {list(places.map((place) => say(`place.${place}`)))}</span>
                )}
              </span>
            )
          })}
        </p>
      )}
    </section>
  )
}

function Content({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const parts = useParts()
  const box = useRef<HTMLDivElement>(null)
  const { mail, recordId, words } = record
  const marked = words.join('\n')
  const isDrawn = parts !== undefined && mail !== null
  useEffect(() => {
    const frame = isDrawn ? box.current?.querySelector('iframe') : null
    return frame ? markWords(frame, marked.split('\n')) : undefined
  }, [isDrawn, marked])
  if (!mail) return <p className={css.quiet}>{say('closed')}</p>
  const folder = `file/approval/${recordId}/` as const
  const Text = parts?.MailText
  return (
    <>
      {mail.truncated && <p className={css.quiet}>{say('truncated')}</p>}
      <div className={css.mail} ref={box}>
        {Text ? (
          <Text mail={mail} pictures={folder} title={record.subject || say('noSubject')} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      <RecordFiles record={record} mail={mail} />
    </>
  )
}

function Chain({ record }: { record: ApprovalRecord }) {
  const say = useApprovalWords()
  const { dayTime } = useFormat()
  return (
    <>
      <section className={css.part} aria-label={say('chain')}>
        <h3>{say('chain')}</h3>
        <ol className={css.chain}>
          {record.levels.map((level, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no name but their number, and keep it
            <li key={at} aria-current={record.state === 'pending' && at === record.level ? 'step' : undefined}>
              <span className={css.quiet}>{say('level', { n: at + 1, mode: say(`mode.${level.mode}`) })}</span>
              <ul>
                {level.people.map((one) => (
                  <li key={`${one.address} ${one.standsInFor}`} className={css.line}>
                    <span>{one.name || one.address}</span>
                    {one.standsInFor !== '' && (
                      <span className={css.quiet}>{say('standsIn', { name: one.standsInFor })}</span>
                    )}
                    <span className={css.quiet}>{say(`person.${one.away ? 'away' : one.state}`)}</span>
                    {one.comment !== '' && <q>{one.comment}</q>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.part} aria-label={say('history')}>
        <h3>{say('history')}</h3>
        <ul>
          {record.history.map((one) => (
            <li key={`${one.at} ${one.kind} ${one.by}`} className={css.line}>
              <time className={css.quiet}>{dayTime(one.at)}</time>
              <span>{one.by}</span>
              {one.standsInFor && <span className={css.quiet}>{say('standsIn', { name: one.standsInFor })}</span>}
              <span>{say(`event.${one.kind}`)}</span>
              {one.comment !== '' && <q>{one.comment}</q>}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Actions({ record, onAsk }: { record: ApprovalRecord; onAsk: (asked: Asked) => void }) {
  const say = useApprovalWords()
  const [busy, setBusy] = useState(false)
  const { recordId } = record
  const run = (work: () => Promise<unknown>) => async () => {
    setBusy(true)
    try {
      await work()
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
      refresh()
    }
  }
  const withdraw = run(async () => {
    const { mailId } = await http.post('mail/main/approval/withdraw', { recordId })
    notify.success(say(mailId === null ? 'withdrawnAway' : 'withdrawn'))
  })
  const again = run(async () => {
    const { mailId } = await http.post('mail/main/approval/again', { recordId })
    go(`/write/editAgain/${mailId}`)
  })
  const remind = run(async () => {
    await http.post('mail/main/approval/remind', { recordId })
    notify.success(say('reminded'))
  })
  const choose = (approverId: number) =>
    void run(async () => {
      await http.post('mail/email/setApprover', { recordId, approverId })
      notify.success(say('chosen'))
    })()
  return (
    <div className={css.actions}>
      {record.mayDecide && (
        <>
          <Button variant="primary" icon="check" onClick={() => onAsk('pass')}>
            {say('pass')}
          </Button>
          <Button variant="danger" onClick={() => onAsk('reject')}>
            {say('reject')}
          </Button>
          {record.mayPart && <Button onClick={() => onAsk('parts')}>{say('parts.do')}</Button>}
          <Button onClick={() => onAsk('handOn')}>{say('handOn')}</Button>
        </>
      )}
      {record.mayWithdraw && (
        <Button loading={busy} onClick={() => void withdraw()}>
          {say('withdraw')}
        </Button>
      )}
      {record.mayRemind && (
        <Button loading={busy} onClick={() => void remind()}>
          {say('remind')}
        </Button>
      )}
      {record.mayWriteAgain && (
        <Button variant="primary" loading={busy} onClick={() => void again()}>
          {say('again')}
        </Button>
      )}
      {record.candidates.length > 0 && (
        <Select
          label={say('approver')}
          value={0}
          options={[
            { value: 0, label: say('anyOf') },
            ...record.candidates.map((one) => ({ value: one.accountId, label: one.name || one.address })),
          ]}
          onChange={(chosen) => chosen !== 0 && choose(chosen)}
        />
      )}
    </div>
  )
}

interface AskProps {
  record: ApprovalRecord
  asked: Exclude<Asked, 'parts'>
  onClose: () => void
}

/** Asks for a comment, or for whom a mail is handed on to. */
function Ask({ record, asked, onClose }: AskProps) {
  const say = useApprovalWords()
  const [comment, setComment] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState('')
  const { recordId, hash } = record
  const subject = record.subject || say('noSubject')
  const submit = async () => {
    if (asked === 'handOn') {
      try {
        await http.post('mail/main/approval/handOn', { recordId, to, comment }, { silent: true })
        notify.success(say('handedOn'))
        refresh()
        onClose()
      } catch (error) {
        setProblem(error instanceof Error ? error.message : '')
      }
      return
    }
    const pass = asked === 'pass'
    if (!pass && record.commentRequired && comment.trim() === '') {
      setProblem(say('commentRequired'))
      return
    }
    decideLater(say(pass ? 'passing' : 'rejecting', { subject }), [{ recordId, hash, pass, comment }], refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${say(asked)}：${subject}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant={asked === 'reject' ? 'danger' : 'primary'} onClick={() => void submit()}>
            {say(asked)}
          </Button>
        </>
      }
    >
      {asked === 'pass' && <p>{say('willPass', { count: record.recipients, outside: record.outside })}</p>}
      {asked === 'handOn' && (
        <TextField label={say('handOnTo')} value={to} onChange={setTo} error={problem || undefined} />
      )}
      <TextArea
        label={say('comment')}
        required={asked === 'reject' && record.commentRequired}
        maxLength={500}
        value={comment}
        onChange={setComment}
        error={asked === 'handOn' ? undefined : problem || undefined}
      />
    </Dialog>
  )
}
