import type { ApprovalRecord } from '@yanshu/contracts'
import { go, http, useFormat } from '@yanshu/shell-api'
import { Button, Chip, Dialog, ErrorCard, notify, Select, Skeleton, TextArea, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { useParts } from '../on-demand/onDemand.ts'
import css from './approval.module.css'
import { decideLater } from './decisions.ts'
import { refresh, useRecord } from './useRecords.ts'
import { useApprovalT, useSentence } from './words.ts'

const TONES = {
  pending: 'accent',
  passed: 'success',
  rejected: 'danger',
  withdrawn: 'neutral',
  expired: 'warning',
} as const

export function StateChip({ state }: { state: ApprovalRecord['state'] }) {
  const t = useApprovalT()
  return <Chip tone={TONES[state]}>{t(`state.${state}`)}</Chip>
}

interface RecordPaneProps {
  recordId: number
  /** A dialog that a key has asked for. */
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
}

export type Asked = 'pass' | 'reject' | 'handOn'

/** One mail that needs approval: what recipients will see, why it is here, who decides, and what may be done. */
export function RecordPane({ recordId, asked, onAsk }: RecordPaneProps) {
  const t = useApprovalT()
  const { data: record, isError, error, refetch } = useRecord(recordId)
  if (isError) {
    const isGone = 'status' in error && error.status === 404
    return (
      <div className={css.pane}>
        {isGone ? (
          <ErrorCard what={t('gone')} />
        ) : (
          <ErrorCard what={t('failed')} advice={t('failedAdvice')} onRetry={() => void refetch()} />
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
    <section className={css.pane} aria-label={record.subject || t('noSubject')}>
      <Head record={record} />
      <Actions record={record} onAsk={onAsk} />
      <Why record={record} />
      <Content record={record} />
      <Chain record={record} />
      {asked && record.mayDecide && <Ask key={asked} record={record} asked={asked} onClose={() => onAsk(null)} />}
    </section>
  )
}

function Head({ record }: { record: ApprovalRecord }) {
  const t = useApprovalT()
  const { exactTime, people, bytes } = useFormat()
  const { mail } = record
  return (
    <header className={css.head}>
      <h2>{record.subject || t('noSubject')}</h2>
      <p className={css.line}>
        <StateChip state={record.state} />
        <span>{exactTime(record.createdAt)}</span>
        <span>{bytes(record.size)}</span>
        {record.state === 'pending' && <span>{t('waitsFor', { names: people(record.waitsFor) })}</span>}
        <TimeLeft minutes={record.minutesLeft} />
      </p>
      <dl className={css.people}>
        <dt>{t('from')}</dt>
        <dd>{mail ? mail.from.name || mail.from.address : record.applicant.name || record.applicant.address}</dd>
        <dt>{t('to')}</dt>
        <dd className={css.line}>
          {record.to.map((one) => (
            <Chip key={one.address} tone={one.outside ? 'warning' : 'neutral'}>
              {one.name ? `${one.name} <${one.address}>` : one.address}
              {one.outside && ` · ${t('outside')}`}
            </Chip>
          ))}
        </dd>
      </dl>
    </header>
  )
}

const HOUR = 60

export function TimeLeft({ minutes }: { minutes: number | null }) {
  const t = useApprovalT()
  if (minutes === null) return null
  const [h, m] = [Math.floor(minutes / HOUR), minutes % HOUR]
  return <span>{t('left', { time: h > 0 ? t('hours', { h, m }) : t('minutes', { m }) })}</span>
}

function Why({ record }: { record: ApprovalRecord }) {
  const t = useApprovalT()
  const sentence = useSentence()
  return (
    <section className={css.why} aria-label={t('why')}>
      <p>{t('rule', { name: record.ruleName, why: sentence(record.why) })}</p>
      {record.words.length > 0 && (
        <p className={css.line}>
          {record.words.map((word) => (
            <mark key={word}>{word}</mark>
          ))}
        </p>
      )}
    </section>
  )
}

function Content({ record }: { record: ApprovalRecord }) {
  const t = useApprovalT()
  const { bytes } = useFormat()
  const parts = useParts()
  const { mail, recordId } = record
  if (!mail) return <p className={css.quiet}>{t('closed')}</p>
  const folder = `file/approval/${recordId}/` as const
  const files = mail.attachments.filter(({ contentId }) => contentId === null)
  const Text = parts?.MailText
  return (
    <>
      {mail.truncated && <p className={css.quiet}>{t('truncated')}</p>}
      <div className={css.mail}>
        {Text ? (
          <Text mail={mail} pictures={folder} title={record.subject || t('noSubject')} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      {files.length > 0 && (
        <section className={css.part} aria-label={t('files')}>
          <h3>{t('files')}</h3>
          <ul className={css.files}>
            {files.map((file) => (
              <li key={file.fileId} className={css.line}>
                <span>{file.name}</span>
                <span className={css.quiet}>{bytes(file.size)}</span>
                {record.mayDownload && (
                  <Button
                    size="small"
                    variant="text"
                    icon="download"
                    aria-label={t('download', { name: file.name })}
                    onClick={() => void http.download(`${folder}${file.fileId}`, file.name).catch(() => undefined)}
                  >
                    {t('download', { name: '' })}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {!record.mayDownload && <p className={css.quiet}>{t('noDownload')}</p>}
        </section>
      )}
    </>
  )
}

function Chain({ record }: { record: ApprovalRecord }) {
  const t = useApprovalT()
  const { dayTime } = useFormat()
  return (
    <>
      <section className={css.part} aria-label={t('chain')}>
        <h3>{t('chain')}</h3>
        <ol className={css.chain}>
          {record.levels.map((level, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: levels have no name but their number, and keep it
            <li key={at} aria-current={record.state === 'pending' && at === record.level ? 'step' : undefined}>
              <span className={css.quiet}>{t('level', { n: at + 1, mode: t(`mode.${level.mode}`) })}</span>
              <ul>
                {level.people.map((one) => (
                  <li key={`${one.address} ${one.standsInFor}`} className={css.line}>
                    <span>{one.name || one.address}</span>
                    {one.standsInFor !== '' && (
                      <span className={css.quiet}>{t('standsIn', { name: one.standsInFor })}</span>
                    )}
                    <span className={css.quiet}>{t(`person.${one.state}`)}</span>
                    {one.comment !== '' && <q>{one.comment}</q>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </section>
      <section className={css.part} aria-label={t('history')}>
        <h3>{t('history')}</h3>
        <ul>
          {record.history.map((one) => (
            <li key={`${one.at} ${one.kind} ${one.by}`} className={css.line}>
              <time className={css.quiet}>{dayTime(one.at)}</time>
              <span>{one.by}</span>
              <span>{t(`event.${one.kind}`)}</span>
              {one.comment !== '' && <q>{one.comment}</q>}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function Actions({ record, onAsk }: { record: ApprovalRecord; onAsk: (asked: Asked) => void }) {
  const t = useApprovalT()
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
    notify.success(t(mailId === null ? 'withdrawnAway' : 'withdrawn'))
  })
  const again = run(async () => {
    const { mailId } = await http.post('mail/main/approval/again', { recordId })
    go(`/write/editAgain/${mailId}`)
  })
  const remind = run(async () => {
    await http.post('mail/main/approval/remind', { recordId })
    notify.success(t('reminded'))
  })
  const choose = (approverId: number) =>
    void run(async () => {
      await http.post('mail/email/setApprover', { recordId, approverId })
      notify.success(t('chosen'))
    })()
  return (
    <div className={css.actions}>
      {record.mayDecide && (
        <>
          <Button variant="primary" icon="check" onClick={() => onAsk('pass')}>
            {t('pass')}
          </Button>
          <Button variant="danger" onClick={() => onAsk('reject')}>
            {t('reject')}
          </Button>
          <Button onClick={() => onAsk('handOn')}>{t('handOn')}</Button>
        </>
      )}
      {record.mayWithdraw && (
        <Button loading={busy} onClick={() => void withdraw()}>
          {t('withdraw')}
        </Button>
      )}
      {record.mayRemind && (
        <Button loading={busy} onClick={() => void remind()}>
          {t('remind')}
        </Button>
      )}
      {record.mayWriteAgain && (
        <Button variant="primary" loading={busy} onClick={() => void again()}>
          {t('again')}
        </Button>
      )}
      {record.candidates.length > 0 && (
        <Select
          label={t('approver')}
          value={0}
          options={[
            { value: 0, label: t('anyOf') },
            ...record.candidates.map((one) => ({ value: one.accountId, label: one.name || one.address })),
          ]}
          onChange={(chosen) => chosen !== 0 && choose(chosen)}
        />
      )}
    </div>
  )
}

/** Asks for a comment, or for whom a mail is handed on to. */
function Ask({ record, asked, onClose }: { record: ApprovalRecord; asked: Asked; onClose: () => void }) {
  const t = useApprovalT()
  const [comment, setComment] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState('')
  const { recordId, hash } = record
  const subject = record.subject || t('noSubject')
  const submit = async () => {
    if (asked === 'handOn') {
      try {
        await http.post('mail/main/approval/handOn', { recordId, to, comment }, { silent: true })
        notify.success(t('handedOn'))
        refresh()
        onClose()
      } catch (error) {
        setProblem(error instanceof Error ? error.message : '')
      }
      return
    }
    const pass = asked === 'pass'
    if (!pass && record.commentRequired && comment.trim() === '') {
      setProblem(t('commentRequired'))
      return
    }
    decideLater(t(pass ? 'passing' : 'rejecting', { subject }), [{ recordId, hash, pass, comment }], refresh)
    onClose()
  }
  return (
    <Dialog
      open
      title={`${t(asked)}：${subject}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant={asked === 'reject' ? 'danger' : 'primary'} onClick={() => void submit()}>
            {t(asked)}
          </Button>
        </>
      }
    >
      {asked === 'pass' && <p>{t('willPass', { count: record.recipients, outside: record.outside })}</p>}
      {asked === 'handOn' && (
        <TextField label={t('handOnTo')} value={to} onChange={setTo} error={problem || undefined} />
      )}
      <TextArea
        label={t('comment')}
        required={asked === 'reject' && record.commentRequired}
        maxLength={500}
        value={comment}
        onChange={setComment}
        error={asked === 'handOn' ? undefined : problem || undefined}
      />
    </Dialog>
  )
}
