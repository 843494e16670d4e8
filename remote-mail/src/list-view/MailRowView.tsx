import type { FolderRole, MailAddress } from '@yanshu/contracts'
import { lazyPart, Slot, settings, useFormat } from '@yanshu/shell-api'
import { Avatar, cx, Icon, LabelChip, VisuallyHidden } from '@yanshu/ui'
import { type MouseEvent, memo, type ReactNode, Suspense } from 'react'
import { fetchFollowUp } from '../follow-up/fetchFollowUp.ts'
import { useNoteOf } from '../follow-up/followUpState.ts'
import { useFolderName, useRow, useWords } from '../mailbox/useMailbox.ts'
import { Highlighted } from '../search/Highlighted.tsx'
import css from './MailRowView.module.css'
import { correspondents, factsOfRow, furtherRecipients, markersOf, nameOf } from './rowFacts.ts'
import type { RowLabels } from './useLabels.ts'

const FollowUpMark = lazyPart(async () => ({ default: (await fetchFollowUp()).FollowUpMark }))

const withAddress = ({ name, address }: MailAddress) => `${name} <${address}>`

export interface RowOfSeveral {
  /** Stands in place of who wrote the mail; undefined for that. */
  readonly sender: ReactNode
  readonly unread: boolean
  /** Stands in place of the first words, where it is not empty. */
  readonly line: string
}

export interface MailRowViewProps {
  mailId: number
  /** `stacked` has three lines, `wide` one. */
  variant: 'stacked' | 'wide'
  /** Role of the folder shown; undefined in lists over several folders. */
  folderRole: FolderRole | undefined
  labels: RowLabels
  /** Whether a row names the folder it lies in; not so when not given. */
  namesFolder?: boolean
  showSize: boolean
  /** Lines of the text; 0 for none. */
  previewLines: number
  /** Words to mark, in search results. */
  terms: readonly string[]
  selected: boolean
  tabIndex: 0 | -1
  /** Whether rows can be selected here; true when not given. */
  selectable?: boolean
  /** Selects or deselects, with `range` from the last one on. Must stay the same function. */
  onToggle: (mailId: number, range: boolean) => void
  onStar: (mailId: number) => void
  /** What a row shows that stands for several mails. */
  of?: RowOfSeveral | undefined
  /** Whether a row is seen now; what changes in others is drawn a frame later. Must stay the same function. */
  isInSight?: (mailId: number) => boolean
}

/** One mail of a list. Draws itself again only when this mail, its selection or the look of the list changes. */
export const MailRowView = memo(function MailRowView(props: MailRowViewProps) {
  const {
    mailId,
    variant,
    folderRole: role,
    labels,
    namesFolder,
    showSize,
    previewLines,
    terms,
    selected,
    tabIndex,
    selectable = true,
    of,
  } = props
  const row = useRow(mailId, props.isInSight)
  const folder = useFolderName(namesFolder ? row?.mailboxId : undefined)
  const note = useNoteOf(mailId)
  const say = useWords()
  const format = useFormat()
  if (!row) return null
  const people = correspondents(row, role)
  const names = people.map(nameOf)
  const unread = !row.seen || of?.unread
  const more = role === 'sent' || role === 'drafts' ? furtherRecipients(row) : 0
  const who = names.length > 0 ? format.people(names) : say('row.noRecipient')
  const subject = row.subject || say('row.noSubject')
  const chips = row.labelIds.map((id) => labels.get(id)).filter((label) => label !== undefined)
  const check = (event: MouseEvent) => {
    event.stopPropagation()
    props.onToggle(mailId, event.shiftKey)
  }

  const [first] = people
  const avatar = (
    <Avatar
      name={first?.name}
      address={first?.address ?? ''}
      size={variant === 'wide' ? AVATAR.wide : AVATAR.stacked}
      className={css.avatar}
    />
  )
  const face = selectable ? (
    <label className={css.face}>
      {/* The list selects by Space; this is for the pointer. The label gives a finger all of the face. */}
      <input
        type="checkbox"
        className={css.check}
        checked={selected}
        tabIndex={tabIndex}
        aria-label={say('row.select', { subject })}
        onClick={check}
        onChange={() => undefined}
      />
      {avatar}
    </label>
  ) : (
    <span className={css.face}>{avatar}</span>
  )
  const starred = (
    <button
      type="button"
      className={css.star}
      tabIndex={tabIndex}
      data-color={row.color || undefined}
      aria-pressed={row.color > 0}
      aria-label={say(row.color > 0 ? 'action.unstar' : 'action.star')}
      onClick={(event) => {
        event.stopPropagation()
        props.onStar(mailId)
      }}
    >
      <Icon name={row.color > 0 ? 'star-filled' : 'star'} size={16} />
    </button>
  )
  const sender = (
    <span className={css.sender} title={people.map(settings.current().displayEmail ? withAddress : nameOf).join('\n')}>
      {unread && <VisuallyHidden>{say('row.unread')}, </VisuallyHidden>}
      {of?.sender ?? (
        <>
          {role === 'sent' || role === 'drafts' ? <span className={css.to}>{say('row.to')}</span> : null}
          <Highlighted text={who} terms={terms} />
          {more > 0 && <span className={css.to}> {say('row.more', { count: more })}</span>}
        </>
      )}
    </span>
  )
  const time = (
    <time className={css.time} dateTime={new Date(row.date).toISOString()} title={format.exactTime(row.date)}>
      {format.mailTime(row.date)}
    </time>
  )
  const title = (
    <span className={css.subject} title={subject}>
      <Highlighted text={subject} terms={terms} />
    </span>
  )
  const foundIn = terms.length > 0 && row.foundIn && say('row.foundIn', { names: format.people(row.foundIn) })
  const words = [foundIn, previewLines > 0 && (of?.line || row.preview)].filter(Boolean).join(' · ')
  const preview = words && (
    <span className={css.preview} title={foundIn || undefined}>
      <Highlighted text={words} terms={terms} />
    </span>
  )
  const marks = markersOf(row)
  const markers = marks.length > 0 && (
    <span className={css.markers}>
      {marks.map(({ key, icon, tone }) => (
        <span key={key} className={css.marker} data-tone={tone} title={say(key)}>
          <Icon name={icon} size={14} label={say(key)} />
        </span>
      ))}
    </span>
  )
  const followed = note !== undefined && (
    <Suspense fallback={null}>
      <FollowUpMark note={note} />
    </Suspense>
  )
  const further = <Slot name="mail.row" major={1} facts={factsOfRow(row)} props={{ row }} />
  const pinned = row.sticky && (
    <span className={css.marker} data-tone="info" title={say('marker.sticky')}>
      <Icon name="pin" size={14} label={say('marker.sticky')} />
    </span>
  )
  const attached = row.hasAttachment && (
    <span className={cx(css.marker, css.attached)} data-tone="quiet" title={say('marker.attachment')}>
      <Icon name="attach" size={14} label={say('marker.attachment')} />
    </span>
  )
  const size = showSize && <span className={css.size}>{format.bytes(row.size)}</span>
  const tags = (folder || chips.length > 0) && (
    <span className={css.labels}>
      {folder && <span className={css.folder}>{folder}</span>}
      {chips.slice(0, MOST_LABELS[variant]).map((label) => (
        <LabelChip key={label.labelId} name={label.name} color={label.tone} />
      ))}
      {chips.length > MOST_LABELS[variant] && <span className={css.to}>+{chips.length - MOST_LABELS[variant]}</span>}
    </span>
  )

  const shape = cx(css.row, css[variant], selectable && css.selectable)
  if (variant === 'wide') {
    return (
      <div className={shape} data-unread={unread ? '' : undefined} data-mail={mailId}>
        {face}
        {starred}
        {sender}
        <span className={css.fill}>
          {pinned}
          {markers}
          {followed}
          {further}
          {tags}
          {title}
          {preview}
        </span>
        {attached}
        {size}
        {time}
      </div>
    )
  }
  return (
    <div
      className={shape}
      data-unread={unread ? '' : undefined}
      data-mail={mailId}
      data-lines={previewLines > 1 ? previewLines : undefined}
    >
      {face}
      <span className={cx(css.line, css.first)}>
        {sender}
        {pinned}
        {size}
        {time}
      </span>
      {title}
      {attached}
      {starred}
      <span className={cx(css.line, css.last)}>
        {preview}
        {markers}
        {followed}
        {further}
        {tags}
      </span>
    </div>
  )
})

/** Edge of the avatar in px. */
const AVATAR = { stacked: 32, wide: 24 } as const
/** Labels shown on a row; the rest is a number. */
const MOST_LABELS = { stacked: 2, wide: 3 } as const
