import { Code, type MailDetail } from '@yanshu/contracts'
import { ApiError, intents, isSlowLine, lazyPart, useGeneral, usePreference } from '@yanshu/shell-api'
import { Button, cx, ErrorCard, Skeleton } from '@yanshu/ui'
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { markSeen } from '../actions/commands.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { useMailT, useRow } from '../mailbox/useMailbox.ts'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { Attachments } from './Attachments.tsx'
import { useLater } from './laterParts.ts'
import { MailFrame, useRendered } from './MailBody.tsx'
import { Head, Subject } from './MailHead.tsx'
import { MailNotices } from './MailNotices.tsx'
import { useMailDetail } from './mailQuery.ts'
import { QuickReply } from './QuickReply.tsx'
import css from './ReadingPane.module.css'
import { ReadingToolbar } from './ReadingToolbar.tsx'
import type { ReadingPaneProps, Surroundings } from './readingProps.ts'
import { rowOfDetail } from './rowOfDetail.ts'
import { useDelayed } from './useDelayed.ts'
import { useMailPort } from './useMailPort.ts'
import { useReadyMail } from './useReadyMail.ts'

export { openParser } from './parser.ts'

const ConversationPane = lazyPart(async () => ({ default: (await fetchTriage()).ConversationPane }))

/** One mail: opens at once with what the list knows, the text follows. */
export default function ReadingPane(props: ReadingPaneProps) {
  const { conversations } = useGeneral()
  const mailId = useReadyMail(props.mailId)
  if (!conversations) return <Pane {...props} mailId={mailId} />
  return (
    <Suspense fallback={null}>
      <ConversationPane {...props} Pane={Pane} />
    </Suspense>
  )
}

function Pane(props: ReadingPaneProps & Surroundings) {
  const { mailId, active, labels, onLeave } = props
  const t = useMailT()
  const { data: detail, error, refetch, isFetching, isPaused } = useMailDetail(mailId)
  const known = useRow(mailId)
  const row = known ?? (detail ? rowOfDetail(detail) : undefined)
  const later = useLater(mailId !== null)
  const [allowedFor, setAllowedFor] = useState<number | null>(null)
  if (mailId === null && allowedFor !== null) setAllowedFor(null)
  const [trusted] = usePreference<string[]>('mail.imagesFrom', [])
  const { markReadDelay, remoteImages } = useGeneral()
  const sender = row?.from.address.toLowerCase()
  const allowRemote =
    (mailId !== null && allowedFor === mailId) ||
    // On a slow line pictures are asked for, mail by mail.
    (!isSlowLine?.() &&
      (remoteImages === 'always' ||
        (row !== undefined &&
          !row.claimsOwnDomain &&
          ((remoteImages === 'known' && !row.stranger) ||
            [sender, sender?.replace(/.*@/, '@')].some((one) => trusted.includes(one ?? ''))))))
  // A long mail is shown in parts, so that opening one never takes longer than people wait.
  const [long, setLong] = useState({ mailId, parts: 1 })
  const parts = long.mailId === mailId ? long.parts : 1
  const rendering = useRendered(detail, allowRemote, parts, undefined, mailId ?? 0, props.fold)
  const files = useMemo(() => (detail ? filesOf(detail) : []), [detail])
  const empty = detail?.html === null && rendering.rendered?.textLength === 0 && files.length === 0
  const scroller = useRef<HTMLDivElement>(null)
  // Reading the element's position, or setting the same again, would force a layout before the rendering is finished.
  const scrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every mail begins at its top
  useLayoutEffect(() => {
    if (scrolled.current) scroller.current?.scrollTo(0, 0)
    scrolled.current = false
  }, [mailId])

  // Seen some time after the text is there, so that passing a mail does not count; one marked unread then stays so.
  const marked = useRef<number | null>(null)
  const seen = known?.seen
  useEffect(() => {
    if (mailId === null) marked.current = null
    if (mailId === null || !detail || !active || marked.current === mailId || markReadDelay < 0) return
    if (seen !== false) {
      marked.current = mailId
      return
    }
    const mark = () => {
      marked.current = mailId
      markSeen([mailId], true, { quiet: true })
    }
    if (markReadDelay === 0) return mark()
    const timer = setTimeout(mark, markReadDelay * 1_000)
    return () => clearTimeout(timer)
  }, [detail, active, seen, mailId, markReadDelay])
  useEffect(() => {
    if (mailId !== null && detail && mailbox().roleOf(detail.mailboxId) === 'drafts') {
      onLeave()
      void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    }
  }, [detail, mailId, onLeave])

  const pane = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useMailPort(mailId, row, active, pane, frame)

  const late = useDelayed(mailId !== null && !detail && !error, LATE_MS)
  return (
    <article
      ref={pane}
      className={cx(css.pane, mailId === null && css.ahead)}
      aria-label={row ? row.subject || t('row.noSubject') : t('reading.region')}
    >
      {mailId !== null && (
        <ReadingToolbar
          {...props}
          mailId={mailId}
          row={row}
          detail={detail}
          allowRemote={allowRemote}
          port={port}
          dark={rendering.dark}
        />
      )}
      <div
        ref={scroller}
        className={css.scroller}
        onScroll={(event) => {
          scrolled.current = event.currentTarget.scrollTop > 0
        }}
      >
        {row && <Subject row={row} labels={labels} beside={props.beside ?? false} />}
        <div className={css.measure}>
          {props.before}
          {row && <Head key={`head-${mailId}`} row={row} detail={detail} />}
          {later && detail && !props.before && (
            <later.Thread key={`thread-${mailId}`} mailId={detail.mailId} count={detail.threadCount} />
          )}
          {later && detail && <later.SendState key={`state-${mailId}`} detail={detail} onLeave={onLeave} />}
          {detail ? (
            <MailNotices detail={detail} rendering={rendering} port={port} onAllow={() => setAllowedFor(mailId)} />
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
            mailId !== null && (
              <div className={css.waiting} aria-busy={isFetching}>
                <Skeleton lines={6} />
                {(isPaused || late) && <p className={css.quiet}>{t(isPaused ? 'reading.offline' : 'reading.slow')}</p>}
              </div>
            )
          )}
          {empty && <p className={css.quiet}>{t('reading.empty')}</p>}
          <MailFrame
            frame={frame}
            rendered={empty ? null : rendering.rendered}
            dark={rendering.dark}
            title={t('reading.frame', { subject: detail?.subject ?? '' })}
          />
          {!empty && rendering.rendered?.rest === 'more' && (
            <Button className={css.showMore} onClick={() => setLong({ mailId, parts: 2 * parts })}>
              {t('reading.showMore')}
            </Button>
          )}
          <Attachments key={`files-${mailId}`} files={files} drawn={!detail?.restricted} />
          {props.after}
          {detail && !cameEncrypted(detail) && mailbox().roleOf(row?.mailboxId ?? 0) !== 'trash' && (
            <QuickReply key={`reply-${mailId}`} detail={detail} onDirty={(dirty) => props.onDirty?.(dirty)} />
          )}
        </div>
      </div>
    </article>
  )
}

/** A quick answer is written by the server in plain text, with the mail in it: what came encrypted is answered in a letter. */
const cameEncrypted = ({ attachments }: MailDetail): boolean =>
  attachments.some(({ contentType, name }) => contentType.endsWith('pkcs7-mime') || /\.p7m$/i.test(name))

const LATE_MS = 8_000

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === Code.mailNotFound

/** What is listed as attached: not the pictures that stand in the text. */
function filesOf({ html, attachments }: MailDetail): MailDetail['attachments'] {
  const inline = new Set([...(html ?? '').matchAll(/cid:([^"'\s>)]+)/gi)].map((hit) => safeDecode(hit[1] ?? '')))
  return attachments.filter((file) => file.contentId === null || !inline.has(file.contentId))
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
