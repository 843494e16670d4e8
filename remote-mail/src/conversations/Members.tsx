import { intents } from '@yanshu/shell-api'
import { Button, VisuallyHidden } from '@yanshu/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useRow, useWords } from '../mailbox/useMailbox.ts'
import { MailLine, mailLine } from '../reading/MailLine.tsx'
import { scrollerOf } from '../reading/mailPort.ts'
import { prefetchMail } from '../reading/mailQuery.ts'
import css from './members.module.css'
import { OpenMember } from './OpenMember.tsx'
import { BLOCK, blocksOf, type MailBlock, roomOf } from './openMails.ts'
import { useFocusAfterPress } from './useFocusAfterPress.ts'
import { readAround, useMembers } from './useMembers.ts'
import { isDraft, type Opened } from './useOpened.ts'
import { useConversationWords } from './words.ts'

/** Mails shown on each side of the current mail, and how many more each time they are asked for. */
const SHOWN = 3
const MORE = 20

interface MembersProps {
  /** The mail that stands for the conversation, and its current mail. */
  row: number
  openId: number
  side: 'before' | 'after'
  opened: Opened
}

/** The mails of a conversation on one side of the current mail, from all folders, in the order of time. */
export function Members({ row, openId, side, opened }: MembersProps) {
  const say = useConversationWords()
  const members = useMembers(row)
  const [shown, setShown] = useState({ openId, count: SHOWN })
  const ids = members?.ids ?? []
  const at = ids.indexOf(openId)
  const first = side === 'before' ? 0 : at + 1
  const last = side === 'before' ? at : ids.length
  if (at < 0 || first === last) return null
  const chosen = shown.openId === openId ? shown.count : SHOWN
  const count = opened.all ? ids.length : chosen
  const start = side === 'before' ? Math.max(first, last - count) : first
  const end = side === 'before' ? last : Math.min(last, first + count)
  const hidden = last - first - (end - start)
  const more = hidden > 0 && (
    <Button size="small" variant="text" className={css.more} onClick={() => setShown({ openId, count: chosen + MORE })}>
      {say(side === 'before' ? 'earlier' : 'later', { count: hidden })}
    </Button>
  )
  return (
    <section className={css.members} aria-label={say(side === 'before' ? 'earlierRegion' : 'laterRegion')}>
      {side === 'before' && more}
      {side === 'before' && members?.more && hidden === 0 && (
        <p className={css.quiet}>{say('newest', { count: ids.length })}</p>
      )}
      {blocksOf(ids, start, end).map((block) => (
        <Block key={block.at} row={row} block={block} isAlone={end - start <= BLOCK} opened={opened} />
      ))}
      {side === 'after' && more}
    </section>
  )
}

interface BlockProps {
  row: number
  block: MailBlock
  /** There are so few mails that all of them are drawn. */
  isAlone: boolean
  opened: Opened
}

/** Mails one behind the other. Far from what is seen their room alone is kept, so that the page stays small. */
function Block({ row, block: { ids }, isAlone, opened }: BlockProps) {
  const place = useRef<HTMLDivElement>(null)
  const [reach, setReach] = useState({ isNear: false, height: 0 })
  useEffect(() => {
    const element = place.current
    if (isAlone || !element) return
    const observer = new IntersectionObserver(
      ([entry]) =>
        entry &&
        setReach(({ height }) => ({
          isNear: entry.isIntersecting,
          height: entry.isIntersecting ? height : entry.boundingClientRect.height,
        })),
      { root: scrollerOf(element), rootMargin: '200% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isAlone])
  const isDrawn = isAlone || reach.isNear || ids.some((id) => opened.nearest.alive.has(id))
  const room = () => reach.height || roomOf(ids, { isOpen: opened.isOpen, heightOf: opened.nearest.heightOf })
  return (
    <div ref={place} style={isDrawn ? undefined : { height: room() }}>
      {isDrawn && (
        <ol className={css.list}>
          {ids.map((mailId) => (
            <li key={mailId}>
              <Member row={row} mailId={mailId} around={ids[Math.floor(ids.length / 2)] ?? mailId} opened={opened} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

interface MemberProps {
  row: number
  mailId: number
  /** The mail around which rows are asked for where its own is not known. */
  around: number
  opened: Opened
}

/** One of them, on a line or open. */
function Member({ row, mailId, around, opened }: MemberProps) {
  const mail = useRow(mailId)
  const known = mail !== undefined
  /** It was opened or closed by a press: the keyboard goes on where it is then. */
  const pressed = useRef(false)
  useEffect(() => {
    if (!known) void readAround(row, around).catch(() => undefined)
  }, [known, row, around])
  if (!mail) return <div className={mailLine} aria-busy="true" />
  if (opened.isOpen(mailId) && !isDraft(mailId)) {
    return <OpenMember row={row} mail={mail} opened={opened} pressed={pressed} />
  }
  return <Line mail={mail} opened={opened} pressed={pressed} />
}

interface LineProps {
  mail: MailRow
  opened: Opened
  pressed: RefObject<boolean>
}

/** A mail on its line; a draft opens in its editor. */
function Line({ mail, opened, pressed }: LineProps) {
  const say = useConversationWords()
  const sayMail = useWords()
  const { mailId } = mail
  const draft = isDraft(mailId)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfterPress(pressed, button)
  const open = () => {
    if (draft) return void intents.send('compose.open', { kind: 'draft', mailId }).catch(() => undefined)
    pressed.current = true
    opened.set(mailId, true)
  }
  return (
    <button
      ref={button}
      type="button"
      className={mailLine}
      data-unread={!mail.seen || undefined}
      aria-expanded={draft ? undefined : false}
      onClick={open}
      onPointerEnter={() => !draft && void prefetchMail(mailId)}
    >
      <MailLine
        mail={mail}
        before={
          <>
            {!mail.seen && <VisuallyHidden>{sayMail('row.unread')}, </VisuallyHidden>}
            {draft && <span className={css.draft}>{say('draftOf')} </span>}
          </>
        }
      />
    </button>
  )
}
