import type { MailDetail } from '@yanshu/contracts'
import { Slot, useFormat } from '@yanshu/shell-api'
import { Avatar, cx, Icon, IconButton, LabelChip } from '@yanshu/ui'
import { useId, useState } from 'react'
import { toggleLabel } from '../actions/commands.ts'
import { markersOf } from '../list-view/rowFacts.ts'
import type { RowLabels } from '../list-view/useLabels.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useFolderName, useWords } from '../mailbox/useMailbox.ts'
import { useLater } from './laterParts.ts'
import css from './MailHead.module.css'
import { PeopleLine, Person, Recipients, useDepartment } from './People.tsx'
import pane from './ReadingPane.module.css'

/** The subject with what a row shows beside it: folder, marks, labels. */
export function Subject({ row, labels, beside }: { row: MailRow; labels: RowLabels; beside: boolean }) {
  const Heading = beside ? 'h2' : 'h1'
  const say = useWords()
  const folder = useFolderName(row.mailboxId)
  return (
    <header className={css.subjectLine}>
      <div className={pane.measure}>
        <Heading className={css.subject}>{row.subject || say('row.noSubject')}</Heading>
        <div className={css.tags}>
          {folder && <span className={css.folder}>{folder}</span>}
          {row.sticky && (
            <span className={css.mark}>
              <Icon name="pin" size={14} />
              {say('marker.sticky')}
            </span>
          )}
          {markersOf(row).map(({ key, icon, tone }) => (
            <span key={key} className={css.mark} data-tone={tone}>
              <Icon name={icon} size={14} />
              {say(key)}
            </span>
          ))}
          {row.labelIds.flatMap((id) => {
            const label = labels.get(id)
            return label
              ? [
                  <LabelChip
                    key={id}
                    name={label.name}
                    color={label.tone}
                    onRemove={() => toggleLabel([row.mailId], id, false)}
                  />,
                ]
              : []
          })}
        </div>
      </div>
    </header>
  )
}

/** Who wrote to whom, and when: one line, and all of it when it is asked for. */
export function Head({ row, detail }: { row: MailRow; detail: MailDetail | undefined }) {
  const say = useWords()
  const id = useId()
  const [all, setAll] = useState(false)
  const department = useDepartment(row.from.address)
  const format = useFormat()
  const later = useLater()
  const check = detail?.authentication
  const { to, cc, bcc } = detail ?? { to: row.to, cc: [], bcc: [] }
  const recipients = [...to, ...cc, ...bcc]
  const moment = detail?.sentAt ?? row.date
  return (
    <div className={css.head}>
      <Avatar name={row.from.name} address={row.from.address} size={36} />
      <div className={css.facts}>
        <div className={css.line}>
          <div className={css.who}>
            <span className={css.from}>
              <Person person={row.from} withAddress={all} />
            </span>
            {department && (
              <span className={cx(css.quiet, css.department)} title={department}>
                {all ? department : department.slice(department.lastIndexOf('/') + 1).trim()}
              </span>
            )}
            {!all && <Recipients people={recipients} count={detail ? recipients.length : row.toCount} />}
            <IconButton
              icon="chevron-down"
              size="small"
              label={say(all ? 'reading.showLess' : 'reading.showAll')}
              aria-expanded={all}
              aria-controls={all ? id : undefined}
              className={css.more}
              onClick={() => setAll(!all)}
            />
          </div>
          <time className={css.time} dateTime={new Date(moment).toISOString()} title={format.exactTime(moment)}>
            {format.dayTime(moment)}
          </time>
        </div>
        {later && detail?.mailingList && <later.ByList list={detail.mailingList} className={css.quiet} />}
        {check && (all || check === 'failed') && later && (
          <later.SenderCheck check={check} address={row.from.address} />
        )}
        {all && <Slot name="person.card" major={1} props={{ person: row.from }} />}
        {all && (
          <dl id={id} className={css.details}>
            {detail?.sender && <PeopleLine label={say('reading.sender')} people={[detail.sender]} />}
            {detail && <PeopleLine label={say('reading.replyTo')} people={detail.replyTo} />}
            <PeopleLine label={say('reading.to')} people={to} />
            <PeopleLine label={say('reading.cc')} people={cc} />
            <PeopleLine label={say('reading.bcc')} people={bcc} />
            <dt>{say('reading.received')}</dt>
            <dd>{format.exactTime(row.date)}</dd>
          </dl>
        )}
      </div>
    </div>
  )
}
