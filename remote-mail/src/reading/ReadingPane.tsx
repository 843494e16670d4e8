import { Code, type MailDetail, MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import { ApiError, http, intents, useFormat, usePreference } from '@yanshu/shell-api'
import {
  Avatar,
  Button,
  ErrorCard,
  Icon,
  IconButton,
  LabelChip,
  Menu,
  MenuButton,
  type MenuEntry,
  Skeleton,
  useBodyWidth,
} from '@yanshu/ui'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { markSeen, moveTo, recover, remove, star, toggleLabel } from '../actions/commands.ts'
import { FolderPicker } from '../list-view/FolderPicker.tsx'
import { labelEntries, mailEntries } from '../list-view/mailMenu.ts'
import { markersOf, nameOf } from '../list-view/rowFacts.ts'
import type { RowLabels } from '../list-view/useLabels.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox, rowOfDetail } from '../mailbox/mailbox.ts'
import { useFolderName, useMailT, useRow } from '../mailbox/useMailbox.ts'
import { Attachments } from './Attachments.tsx'
import { InviteCard } from './InviteCard.tsx'
import { MailFrame, type Rendering, useRendered } from './MailBody.tsx'
import { useMailDetail } from './mailQuery.ts'
import { PeopleLine, Person, useDepartment } from './People.tsx'
import { printMail } from './printMail.ts'
import { QuickReply } from './QuickReply.tsx'
import css from './ReadingPane.module.css'
import { SendState } from './SendState.tsx'
import { useDelayed } from './useDelayed.ts'

export { openParser } from './parser.ts'

const RawMail = lazy(() => import(/* webpackChunkName: "preview" */ './RawMail.tsx'))

export interface ReadingPaneProps {
  mailId: number
  active: boolean
  labels: RowLabels
  onBack?: (() => void) | undefined
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  /** The mail is about to leave this place. */
  onLeave: () => void
  onDirty?: (dirty: boolean) => void
  /** A list stands beside it, which has the first heading of the page. */
  beside?: boolean
}

/** One mail: opens at once with what the list knows, the text follows. */
export default function ReadingPane(props: ReadingPaneProps) {
  const { mailId, active, labels, onLeave } = props
  const t = useMailT()
  const { data: detail, error, refetch, isFetching } = useMailDetail(mailId)
  const known = useRow(mailId)
  const row = known ?? (detail ? rowOfDetail(detail) : undefined)
  const [allowedFor, setAllowedFor] = useState<number | null>(null)
  const [trusted, setTrusted] = usePreference<string[]>('mail.imagesFrom', [])
  const allowRemote = allowedFor === mailId || (row !== undefined && trusted.includes(row.from.address.toLowerCase()))
  const rendering = useRendered(detail, allowRemote)
  const files = detail ? filesOf(detail) : []
  const empty = detail?.html === null && rendering.rendered?.textLength === 0 && files.length === 0
  const scroller = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every mail begins at its top
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [mailId])

  // Seen once the text is there; a mail then marked unread on purpose stays so.
  const marked = useRef<number | null>(null)
  const seen = known?.seen
  useEffect(() => {
    if (!detail || !active || marked.current === mailId) return
    marked.current = mailId
    if (seen === false) markSeen([mailId], true, { quiet: true })
  }, [detail, active, seen, mailId])
  useEffect(() => {
    if (detail && mailbox().roleOf(detail.mailboxId) === 'drafts') {
      onLeave()
      void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    }
  }, [detail, mailId, onLeave])

  const late = useDelayed(!detail && !error, LATE_MS)
  return (
    <article className={css.pane} aria-label={row ? row.subject || t('row.noSubject') : t('reading.region')}>
      <Toolbar key={mailId} {...props} row={row} detail={detail} allowRemote={allowRemote} />
      <div ref={scroller} className={css.scroller} data-reading="">
        {row && <Subject row={row} labels={labels} beside={props.beside ?? false} />}
        <div className={css.measure}>
          {row && <Head key={`head-${mailId}`} row={row} detail={detail} />}
          {detail && <SendState key={`state-${mailId}`} detail={detail} onLeave={onLeave} />}
          {detail ? (
            <Notices
              detail={detail}
              rendering={rendering}
              onAllow={() => setAllowedFor(mailId)}
              onTrust={() => setTrusted([...trusted, detail.from.address.toLowerCase()])}
            />
          ) : error ? (
            <ErrorCard
              what={t(isGone(error) ? 'reading.gone' : 'reading.failed')}
              why={error instanceof ApiError ? error.message : undefined}
              advice={t(isGone(error) ? 'reading.goneAdvice' : 'list.failedAdvice')}
              code={error instanceof ApiError && error.code ? String(error.code) : undefined}
              onRetry={isGone(error) ? undefined : () => void refetch()}
              actions={
                isGone(error) ? (
                  <Button size="small" onClick={onLeave}>
                    {t('keys.back')}
                  </Button>
                ) : undefined
              }
            />
          ) : (
            <div className={css.waiting} aria-busy={isFetching}>
              <Skeleton lines={6} />
              {late && <p className={css.quiet}>{t('reading.slow')}</p>}
            </div>
          )}
          {empty && <p className={css.quiet}>{t('reading.empty')}</p>}
          <MailFrame
            rendered={empty ? null : rendering.rendered}
            dark={rendering.dark}
            title={t('reading.frame', { subject: detail?.subject ?? '' })}
          />
          <Attachments key={`files-${mailId}`} files={files} />
          {detail && mailbox().roleOf(row?.mailboxId ?? 0) !== 'trash' && (
            <QuickReply key={`reply-${mailId}`} detail={detail} onDirty={(dirty) => props.onDirty?.(dirty)} />
          )}
        </div>
      </div>
    </article>
  )
}

const LATE_MS = 8_000

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === Code.mailNotFound

const fileNameOf = (detail: Pick<MailDetail, 'subject' | 'mailId'>): string =>
  `${detail.subject.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || `mail-${detail.mailId}`}.eml`

const saveEml = (detail: Pick<MailDetail, 'subject' | 'mailId'>): void =>
  void http.download(`file/mail/${detail.mailId}`, fileNameOf(detail)).catch(() => undefined)

/** Entries of the menu that the bar shows as buttons. */
const IN_THE_BAR: ReadonlySet<string> = new Set(['reply', 'replyAll', 'forward', 'line-1'])

interface ToolbarProps extends ReadingPaneProps {
  row: MailRow | undefined
  detail: MailDetail | undefined
  allowRemote: boolean
}

/** What can be done with the mail. */
function Toolbar({ mailId, row, detail, allowRemote, labels, onBack, onNext, onPrevious, onLeave }: ToolbarProps) {
  const t = useMailT()
  const [menu, setMenu] = useState<'label' | null>(null)
  const [picking, setPicking] = useState(false)
  const [raw, setRaw] = useState(false)
  const moveButton = useRef<HTMLButtonElement>(null)
  const labelButton = useRef<HTMLButtonElement>(null)
  const role = row ? mailbox().roleOf(row.mailboxId) : undefined
  // Where there is no room, the menu has what the bar has not.
  const width = useBodyWidth()
  const narrow = width > 0 && width < MOBILE_BELOW_WIDTH_PX
  const write = (kind: 'reply' | 'replyAll' | 'forward') =>
    void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
  const removeIt = async () => {
    // The neighbour is chosen while this mail still stands between others.
    if (role === 'trash') {
      if (await remove([mailId])) onLeave()
      return
    }
    onLeave()
    await remove([mailId])
  }
  const more: readonly MenuEntry[] = row
    ? [
        ...mailEntries({ rows: [row], role, labels, onMove: () => setPicking(true), onLeave }).filter(
          (entry) => narrow || !IN_THE_BAR.has(entry.id),
        ),
        { kind: 'separator', id: 'line-files' },
        {
          id: 'print',
          label: t('action.print'),
          icon: 'print',
          disabled: !detail,
          onSelect: () => detail && void printMail(detail, allowRemote),
        },
        { id: 'raw', label: t('action.raw'), icon: 'code', onSelect: () => setRaw(true) },
        { id: 'eml', label: t('action.saveEml'), icon: 'download', onSelect: () => saveEml(row) },
      ]
    : []
  return (
    <div role="toolbar" aria-label={t('reading.toolbar')} className={css.toolbar}>
      {onBack && <IconButton icon="chevron-left" label={t('keys.back')} shortcut="u" onClick={onBack} />}
      <IconButton icon="reply" label={t('action.reply')} shortcut="r" onClick={() => write('reply')} />
      {!narrow && (
        <>
          <IconButton icon="reply-all" label={t('action.replyAll')} shortcut="a" onClick={() => write('replyAll')} />
          <IconButton icon="forward" label={t('action.forward')} shortcut="f" onClick={() => write('forward')} />
        </>
      )}
      <span className={css.rule} />
      {role === 'trash' && (
        <IconButton
          icon="undo"
          label={t('action.recover')}
          onClick={() => {
            onLeave()
            recover([mailId])
          }}
        />
      )}
      <IconButton
        icon="trash"
        label={t(role === 'trash' ? 'action.deleteForGood' : 'action.delete')}
        shortcut="#"
        onClick={() => void removeIt()}
      />
      <IconButton
        ref={moveButton}
        icon="move"
        label={t('action.moveTo')}
        shortcut="v"
        aria-haspopup="dialog"
        aria-expanded={picking}
        onClick={() => setPicking(true)}
      />
      {!narrow && (
        <IconButton
          ref={labelButton}
          icon="label"
          label={t('action.label')}
          shortcut="l"
          aria-haspopup="menu"
          onClick={() => setMenu('label')}
        />
      )}
      <IconButton
        icon={row && row.color > 0 ? 'star-filled' : 'star'}
        label={t(row && row.color > 0 ? 'action.unstar' : 'action.star')}
        shortcut="s"
        pressed={row ? row.color > 0 : undefined}
        onClick={() => star([mailId], row && row.color > 0 ? 0 : 1)}
      />
      <MenuButton icon="more" label={t('action.more')} items={more} placement="bottom-start" />
      <span className={css.spring} />
      {!narrow && (onNext || onPrevious) && (
        <>
          <IconButton
            icon="chevron-up"
            label={t('keys.previous')}
            shortcut="k"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton icon="chevron-down" label={t('keys.next')} shortcut="j" disabled={!onNext} onClick={onNext} />
        </>
      )}
      <FolderPicker
        open={picking}
        anchor={moveButton}
        current={row?.mailboxId}
        onClose={() => setPicking(false)}
        onPick={(folder) => {
          onLeave()
          moveTo([mailId], folder)
        }}
      />
      <Menu
        open={menu === 'label'}
        anchor={labelButton}
        label={t('action.label')}
        items={menu === 'label' && row ? labelEntries([row], labels) : []}
        onClose={() => setMenu(null)}
      />
      {raw && row && (
        <Suspense fallback={null}>
          <RawMail mailId={mailId} fileName={fileNameOf(row)} onClose={() => setRaw(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Subject({ row, labels, beside }: { row: MailRow; labels: RowLabels; beside: boolean }) {
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

function Head({ row, detail }: { row: MailRow; detail: MailDetail | undefined }) {
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
          <time className={css.quiet} dateTime={new Date(moment).toISOString()} title={format.exactTime(row.date)}>
            {format.exactTime(moment)}
          </time>
        </div>
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

/** What is listed as attached: not the pictures that stand in the text. */
function filesOf({ html, attachments }: MailDetail): MailDetail['attachments'] {
  const inline = new Set([...(html ?? '').matchAll(/cid:([^"'\s>)]+)/gi)].map((hit) => safeDecode(hit[1] ?? '')))
  return attachments.filter((file) => file.contentId === null || !inline.has(file.contentId))
}

interface NoticesProps {
  detail: MailDetail
  rendering: Rendering
  onAllow: () => void
  onTrust: () => void
}

/** What has to be known or decided about a mail stands above its text. */
function Notices({ detail, rendering: { rendered, failed }, onAllow, onTrust }: NoticesProps) {
  const t = useMailT()
  if (failed) {
    return (
      <ErrorCard
        what={t('reading.renderFailed')}
        advice={t('reading.renderAdvice')}
        actions={
          <Button size="small" icon="download" onClick={() => saveEml(detail)}>
            {t('action.saveEml')}
          </Button>
        }
      />
    )
  }
  if (!rendered) return <div className={css.waiting} />
  const { heldImages, deceptiveLinks } = rendered
  return (
    <>
      {deceptiveLinks.length > 0 && (
        <div role="alert" className={css.bar} data-tone="danger">
          <Icon name="warning" />
          <div>
            <p>{t('reading.deceptive')}</p>
            {deceptiveLinks.slice(0, 3).map((link) => (
              <p key={link.url} className={css.small}>
                {t('reading.deceptiveLink', { shown: link.shownHost, real: link.host })}
              </p>
            ))}
          </div>
        </div>
      )}
      {heldImages.count > 0 && (
        <div role="status" className={css.bar}>
          <Icon name="shield" />
          <p>
            {t('images.held', {
              count: heldImages.count,
              hosts: heldImages.hosts.slice(0, 2).join(t('images.and')),
              more: heldImages.hosts.length > 2 ? t('images.more') : '',
            })}
          </p>
          <span className={css.barButtons}>
            <Button size="small" onClick={onAllow}>
              {t('images.show')}
            </Button>
            <Button size="small" variant="text" onClick={onTrust}>
              {t('images.always', { name: nameOf(detail.from) })}
            </Button>
          </span>
        </div>
      )}
      {detail.truncated && (
        <div role="status" className={css.bar}>
          <Icon name="info" />
          <p>{t('reading.truncated')}</p>
          <Button size="small" variant="text" icon="download" onClick={() => saveEml(detail)}>
            {t('reading.wholeMail')}
          </Button>
        </div>
      )}
      {detail.attachments
        .filter((file) => file.kind === 'calendar')
        .slice(0, 1)
        .map((file) => (
          <InviteCard key={file.fileId} file={file} />
        ))}
    </>
  )
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
