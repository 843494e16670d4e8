import type { MailAddress, MisuseReport } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Chip, Skeleton } from '@yanshu/ui'
import { useId, useState } from 'react'
import css from './misuse.module.css'
import { useMisuseWords } from './words.ts'

interface ReportCardProps {
  report: MisuseReport
  onClose: () => void
  onOpen: () => void
}

/** The name alone would let the sender of a mail choose how it reads. */
const shown = ({ name, address }: MailAddress): string => (name === '' ? address : `${name} <${address}>`)

/** A reported mail: its head, who reported it and why, its header on request, and what came of it. */
export function ReportCard({ report, onClose, onOpen }: ReportCardProps) {
  const say = useMisuseWords()
  const { exactTime } = useFormat()
  const { reportId, at, reporter, mailbox, reason, text, mail, closed } = report
  const [header, setHeader] = useState(false)
  const id = useId()
  const subject = mail.subject || say('noSubject')
  const save = () =>
    void http.download(`file/misuse?reportId=${reportId}`, `report-${reportId}.eml`).catch(() => undefined)
  const facts: readonly (readonly [string, string])[] = [
    [say('from'), shown(mail.from)],
    [say('receivedAt'), exactTime(mail.receivedAt)],
    [say('reporter'), reporter ? shown(reporter) : say('gone')],
    ...(mailbox ? [[say('mailbox'), shown(mailbox)] as const] : []),
    [say('reportedAt'), exactTime(at)],
    ...(text === '' ? [] : [[say('text'), text] as const]),
    ...(closed && closed.note !== '' ? [[say('note'), closed.note] as const] : []),
    ...(closed && closed.answer !== '' ? [[say('answer'), closed.answer] as const] : []),
  ]
  return (
    <li className={css.card} aria-labelledby={id}>
      <div className={css.line}>
        <h2 id={id}>{subject}</h2>
        <Chip>{say(`reasons.${reason}`)}</Chip>
      </div>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {closed && (
        <p className={css.quiet}>
          {say('closedBy', { name: closed.by ? shown(closed.by) : say('gone'), time: exactTime(closed.at) })}
        </p>
      )}
      <div className={css.line}>
        {closed ? (
          <Button size="small" aria-label={say('reopenNamed', { subject })} onClick={onOpen}>
            {say('reopen')}
          </Button>
        ) : (
          <Button size="small" variant="soft" aria-label={say('closeNamed', { subject })} onClick={onClose}>
            {say('close')}
          </Button>
        )}
        <Button size="small" variant="text" icon="code" aria-expanded={header} onClick={() => setHeader(!header)}>
          {say(header ? 'headerHide' : 'header')}
        </Button>
        <Button size="small" variant="text" icon="download" aria-label={say('saveNamed', { subject })} onClick={save}>
          {say('save')}
        </Button>
      </div>
      {header && (
        <>
          <p className={css.quiet}>{say('saveCaution')}</p>
          <Header reportId={reportId} label={say('header')} />
        </>
      )}
    </li>
  )
}

function Header({ reportId, label }: { reportId: number; label: string }) {
  const say = useMisuseWords()
  const { data, isError } = useQuery({
    queryKey: ['operations', 'misuseHeader', reportId],
    queryFn: () => http.get('misuse/header', { reportId }, { silent: true }),
  })
  if (isError) return <p role="alert">{say('failed')}</p>
  if (!data) return <Skeleton lines={4} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.header} aria-label={label} tabIndex={0}>
      <pre>{data.header}</pre>
    </section>
  )
}
