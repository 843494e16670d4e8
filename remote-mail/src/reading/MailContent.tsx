import { Code, type MailPort } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'
import { Button, ErrorCard, Skeleton } from '@yanshu/ui'
import type { RefObject } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { Attachments } from './Attachments.tsx'
import { useLater } from './laterParts.ts'
import { MailFrame } from './MailBody.tsx'
import { Head } from './MailHead.tsx'
import { MailNotices } from './MailNotices.tsx'
import css from './ReadingPane.module.css'
import { useDelayed } from './useDelayed.ts'
import type { ShownMail } from './useShownMail.ts'

interface MailContentProps {
  mail: ShownMail
  port: MailPort
  /** Gets the element of the frame. */
  frame: RefObject<HTMLIFrameElement | null>
  /** Whether a line names the other mails of its conversation. */
  thread: boolean
  /** The mail is about to leave this place. */
  onLeave: () => void
}

/** A mail from its sender to its files, with what has to be known of it above its text. */
export function MailContent({ mail, port, frame, thread, onLeave }: MailContentProps) {
  const say = useWords()
  const { mailId, row, detail, rendering, files, empty } = mail
  const { error, refetch, isFetching, isPaused } = mail.query
  const later = useLater(mailId !== null)
  const late = useDelayed(mailId !== null && !detail && !error, LATE_MS)
  return (
    <>
      {row && <Head key={`head-${mailId}`} row={row} detail={detail} />}
      {later && detail && thread && (
        <later.Thread key={`thread-${mailId}`} mailId={detail.mailId} count={detail.threadCount} />
      )}
      {later && detail && <later.SendState key={`state-${mailId}`} detail={detail} onLeave={onLeave} />}
      {detail ? (
        <MailNotices detail={detail} rendering={rendering} port={port} onAllow={mail.allow} />
      ) : error ? (
        <ErrorCard
          what={say(isGone(error) ? 'reading.gone' : 'reading.failed')}
          why={error instanceof ApiError ? error.message : undefined}
          advice={say(isGone(error) ? 'reading.goneAdvice' : 'list.failedAdvice')}
          code={error instanceof ApiError && error.code ? String(error.code) : undefined}
          onRetry={isGone(error) ? undefined : () => void refetch()}
          actions={
            isGone(error) ? (
              <Button size="small" onClick={onLeave}>
                {say('keys.back')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        mailId !== null && (
          <div className={css.waiting} aria-busy={isFetching}>
            <Skeleton lines={6} />
            {(isPaused || late) && <p className={css.quiet}>{say(isPaused ? 'reading.offline' : 'reading.slow')}</p>}
          </div>
        )
      )}
      {empty && <p className={css.quiet}>{say('reading.empty')}</p>}
      <MailFrame
        frame={frame}
        rendered={empty ? null : rendering.rendered}
        dark={rendering.dark}
        title={say('reading.frame', { subject: detail?.subject ?? '' })}
      />
      {!empty && rendering.rendered?.rest === 'more' && (
        <Button className={css.showMore} onClick={mail.more}>
          {say('reading.showMore')}
        </Button>
      )}
      <Attachments key={`files-${mailId}`} files={files} drawn={!detail?.restricted} />
    </>
  )
}

const LATE_MS = 8_000

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === Code.mailNotFound
