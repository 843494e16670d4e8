import type { MailDetail } from '@yanshu/contracts'
import { intents, lazyPart, useGeneral } from '@yanshu/shell-api'
import { cx } from '@yanshu/ui'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { useLater } from './laterParts.ts'
import { MailContent } from './MailContent.tsx'
import { Subject } from './MailHead.tsx'
import css from './ReadingPane.module.css'
import { ReadingToolbar } from './ReadingToolbar.tsx'
import type { ReadingPaneProps, Surroundings } from './readingProps.ts'
import { useMailPort } from './useMailPort.ts'
import { useReadyMail } from './useReadyMail.ts'
import { useShownMail } from './useShownMail.ts'

export { openParser } from './parser.ts'

// Asked for here alone, so that it shares what shows a mail with this pane.
const ConversationPane = lazyPart(() => import('../conversations/ConversationPane.tsx'))

/** One mail: opens at once with what the list has of it, the text follows. */
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
  const say = useWords()
  const later = useLater(mailId !== null)
  const mail = useShownMail(mailId, active, props.fold)
  const { detail, row } = mail
  const scroller = useRef<HTMLDivElement>(null)
  // Reading the element's position, or setting the same again, would force a layout before the rendering is finished.
  const scrolled = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every mail begins at its top
  useLayoutEffect(() => {
    if (scrolled.current) scroller.current?.scrollTo(0, 0)
    scrolled.current = false
  }, [mailId])
  useEffect(() => {
    if (mailId !== null && detail && mailbox().roleOf(detail.mailboxId) === 'drafts') {
      onLeave()
      void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    }
  }, [detail, mailId, onLeave])

  const pane = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useMailPort(mailId, row, active, pane, frame)
  return (
    <article
      ref={pane}
      className={cx(css.pane, mailId === null && css.ahead)}
      aria-label={row ? row.subject || say('row.noSubject') : say('reading.region')}
    >
      {mailId !== null && <ReadingToolbar {...props} mailId={mailId} mail={mail} port={port} />}
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
          <MailContent mail={mail} port={port} frame={frame} thread={!props.before} onLeave={onLeave} />
          {props.after}
          {later && detail && !cameEncrypted(detail) && mailbox().roleOf(row?.mailboxId ?? 0) !== 'trash' && (
            <later.QuickReply key={`reply-${mailId}`} detail={detail} onDirty={(dirty) => props.onDirty?.(dirty)} />
          )}
        </div>
      </div>
    </article>
  )
}

/** A quick answer is written by the server in plain text, with the mail in it: what came encrypted is answered in a letter. */
const cameEncrypted = ({ attachments }: MailDetail): boolean =>
  attachments.some(({ contentType, name }) => contentType.endsWith('pkcs7-mime') || /\.p7m$/i.test(name))
