import type { MailDetail } from '@yanshu/contracts'
import { Slot, useFormat } from '@yanshu/shell-api'
import { Avatar, Icon, LabelChip } from '@yanshu/ui'
import { useState } from 'react'
import { toggleLabel } from '../actions/commands.ts'
import { markersOf } from '../list-view/rowFacts.ts'
import type { RowLabels } from '../list-view/useLabels.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useFolderName, useMailT } from '../mailbox/useMailbox.ts'
import { PeopleLine, Person, useDepartment } from './People.tsx'
import css from './ReadingPane.module.css'

/** The subject with what a row shows beside it: folder, marks, labels. */
export function Subject({ row, labels, beside }: { row: MailRow; labels: RowLabels; beside: boolean }) {
  const Heading = beside ? 'h2' : 'h1'
  const t = useMailT()
  const folder = useFolderName(row.mailboxId)
  return (
    <header className={css.subjectLine}>
      <div className={css.measure}>
        <Heading className={css.subject}>{row.subject || t('row.noSubject')}</Heading>
        <div className={css.tags}>
          {folder && <span className={css.folder}>{folder}</span>}
          {row.sticky && (
            <span className={css.mark}>
              <Icon name="pin" size={14} />
              {t('marker.sticky')}
            </span>
          )}
          {markersOf(row).map(({ key, icon, tone }) => (
            <span key={key} className={css.mark} data-tone={tone}>
              <Icon name={icon} size={14} />
              {t(key)}
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

/** Who wrote to whom, and when. */
export function Head({ row, detail }: { row: MailRow; detail: MailDetail | undefined }) {
  const t = useMailT()
  const [all, setAll] = useState(false)
  const department = useDepartment(row.from.address)
  const format = useFormat()
  const to = detail?.to ?? row.to
  const moment = detail?.sentAt ?? row.date
  return (
    <div className={css.head}>
      <Avatar name={row.from.name} address={row.from.address} size={40} />
      <div className={css.headFacts}>
        <div className={css.fromLine}>
          <span className={css.from}>
            <Person person={row.from} withAddress={all} />
          </span>
          {department && <span className={css.quiet}>{department}</span>}
          <span className={css.spring} />
          <time className={css.quiet} dateTime={new Date(moment).toISOString()} title={format.exactTime(moment)}>
            {format.dayTime(moment)}
          </time>
        </div>
        {all && <Slot name="person.card" major={1} props={{ person: row.from }} />}
        {all && detail?.sender && <PeopleLine label={t('reading.sender')} people={[detail.sender]} all />}
        {all && detail && detail.replyTo.length > 0 && (
          <PeopleLine label={t('reading.replyTo')} people={detail.replyTo} all />
        )}
        <PeopleLine label={t('reading.to')} people={to} all={all} />
        {detail && <PeopleLine label={t('reading.cc')} people={detail.cc} all={all} />}
        {detail && <PeopleLine label={t('reading.bcc')} people={detail.bcc} all={all} />}
        {all && detail && (
          <div className={css.people}>
            <span className={css.peopleLabel}>{t('reading.received')}</span>
            <span>{format.exactTime(row.date)}</span>
          </div>
        )}
        <button type="button" className={css.showAll} aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'reading.showLess' : 'reading.showAll')}
        </button>
      </div>
    </div>
  )
}
