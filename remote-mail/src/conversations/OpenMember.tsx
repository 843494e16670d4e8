import { foldRepeated } from '@yanshu/mail-html/foldRepeated'
import { useFormat } from '@yanshu/shell-api'
import { IconButton } from '@yanshu/ui'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { MailContent } from '../reading/MailContent.tsx'
import { MailLine, mailLine } from '../reading/MailLine.tsx'
import { ReadingToolbar } from '../reading/ReadingToolbar.tsx'
import { useMailKeys } from '../reading/useMailKeys.ts'
import { useMailPort } from '../reading/useMailPort.ts'
import { useShownMail } from '../reading/useShownMail.ts'
import css from './members.module.css'
import { useEarlierText } from './useEarlierText.ts'
import { useFocusAfterPress } from './useFocusAfterPress.ts'
import { useFocusWithin } from './useFocusWithin.ts'
import { useMembers } from './useMembers.ts'
import type { Opened } from './useOpened.ts'
import { useConversationWords } from './words.ts'

interface OpenMemberProps {
  /** The mail that stands for the conversation. */
  row: number
  mail: MailRow
  opened: Opened
  pressed: RefObject<boolean>
}

/** A mail of a conversation that is open in its place. Far from what is seen it keeps its room without its text. */
export function OpenMember({ row, mail, opened, pressed }: OpenMemberProps) {
  const say = useConversationWords()
  const format = useFormat()
  const { mailId } = mail
  const { nearest } = opened
  const card = useRef<HTMLElement>(null)
  const start = useRef<HTMLDivElement>(null)
  const closing = useRef<HTMLButtonElement>(null)
  const { watch } = nearest
  useEffect(
    () => (card.current && start.current ? watch(mailId, card.current, start.current) : undefined),
    [watch, mailId],
  )
  useFocusAfterPress(pressed, closing)
  const leave = () => opened.set(mailId, false)
  useMailKeys(mailId, { active: useFocusWithin(card) && opened.active, onLeave: leave })
  const isAlive = nearest.alive.has(mailId)
  const close = () => {
    pressed.current = true
    opened.set(mailId, false)
  }
  const place = 1 + (useMembers(row)?.ids.indexOf(mailId) ?? 0)
  const name = say('openMail', { place, name: nameOf(mail.from), time: format.exactTime(mail.date) })
  return (
    <section
      ref={card}
      className={css.open}
      aria-label={name}
      style={isAlive ? undefined : { minHeight: nearest.heightOf(mailId) }}
    >
      <div ref={start} className={css.openStart} />
      <IconButton
        ref={closing}
        icon="chevron-up"
        label={say('close')}
        aria-expanded
        className={css.closing}
        onClick={close}
      />
      {isAlive ? (
        <Text row={row} mailId={mailId} opened={opened} onLeave={leave} />
      ) : (
        <div className={mailLine}>
          <MailLine mail={mail} />
        </div>
      )}
    </section>
  )
}

interface TextProps {
  row: number
  mailId: number
  opened: Opened
  onLeave: () => void
}

/** What can be done with it, and all that the pane of a single mail shows. */
function Text({ row, mailId, opened, onLeave }: TextProps) {
  const { texts, nearest, active, labels } = opened
  const earlier = useEarlierText(row, mailId)
  const fold = useMemo(() => (earlier ? foldRepeated(earlier) : undefined), [earlier])
  const mail = useShownMail(mailId, active && nearest.seen.has(mailId), fold, texts.get(mailId)?.allowed)
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const port = useMailPort(mailId, mail.row, false, place, frame)
  const { allowRemote } = mail
  useEffect(() => {
    const allowed = texts.get(mailId)?.allowed ?? false
    texts.set(mailId, { port, allowRemote, allowed })
    return () => void texts.set(mailId, { port: null, allowRemote, allowed: texts.get(mailId)?.allowed ?? false })
  }, [texts, mailId, port, allowRemote])
  const allow = () => {
    texts.set(mailId, { port, allowRemote: true, allowed: true })
    mail.allow()
  }
  return (
    <div ref={place} className={css.openParts}>
      <ReadingToolbar mailId={mailId} mail={mail} port={port} active={false} labels={labels} onLeave={onLeave} />
      <div className={css.openText}>
        <MailContent mail={{ ...mail, allow }} port={port} frame={frame} thread={false} onLeave={onLeave} />
      </div>
    </div>
  )
}
