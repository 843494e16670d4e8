import type { MailDetail } from '@yanshu/contracts'
import type { MailPass } from '@yanshu/mail-html'
import { isSlowLine, useGeneral, usePreference } from '@yanshu/shell-api'
import { useEffect, useMemo, useRef, useState } from 'react'
import { markSeen } from '../actions/commands.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { useRow } from '../mailbox/useMailbox.ts'
import { useMailDetail } from './mailQuery.ts'
import { rowOfDetail } from './rowOfDetail.ts'
import { useRendered } from './useRendered.ts'

/** A mail that is shown, as much as is known of it. */
export type ShownMail = ReturnType<typeof useShownMail>

/**
 * A mail, and how it is drawn. It counts as read some time after its text is there.
 * @param active whether showing it counts as reading it
 * @param fold what else is folded than what is marked as quoted
 * @param allowed whether its pictures of other sites were allowed before
 */
export function useShownMail(mailId: number | null, active: boolean, fold?: MailPass, allowed = false) {
  const query = useMailDetail(mailId)
  const { data: detail } = query
  const known = useRow(mailId)
  const row = known ?? (detail ? rowOfDetail(detail) : undefined)
  const [allowedFor, setAllowedFor] = useState(allowed ? mailId : null)
  if (mailId === null && allowedFor !== null) setAllowedFor(null)
  const trusts = useTrust(row)
  const allowRemote = (mailId !== null && allowedFor === mailId) || trusts
  // A long mail is shown in parts, so that opening one never takes longer than people wait.
  const [long, setLong] = useState({ mailId, parts: 1 })
  const parts = long.mailId === mailId ? long.parts : 1
  const rendering = useRendered(detail, allowRemote, parts, undefined, mailId ?? 0, fold)
  const files = useMemo(() => (detail ? filesOf(detail) : []), [detail])
  const empty = detail?.html === null && rendering.rendered?.textLength === 0 && files.length === 0
  useMarkingAsRead(mailId, active && detail !== undefined, known?.seen)
  return {
    ...{ mailId, query, detail, row, allowRemote, rendering, files, empty },
    /** Shows its pictures of other sites, this time. */
    allow: () => setAllowedFor(mailId),
    /** Shows twice as much of a long one. */
    more: () => setLong({ mailId, parts: 2 * parts }),
  }
}

/** Whether pictures of other sites are shown without being asked for. On a slow line they are asked for, mail by mail. */
function useTrust(row: MailRow | undefined): boolean {
  const [trusted] = usePreference<string[]>('mail.imagesFrom', [])
  const { remoteImages } = useGeneral()
  const sender = row?.from.address.toLowerCase()
  return (
    !isSlowLine?.() &&
    (remoteImages === 'always' ||
      (row !== undefined &&
        !row.claimsOwnDomain &&
        ((remoteImages === 'known' && !row.stranger) ||
          [sender, sender?.replace(/.*@/, '@')].some((one) => trusted.includes(one ?? '')))))
  )
}

/** Seen some time after the text is there, so that passing a mail does not count; one marked unread then stays so. */
function useMarkingAsRead(mailId: number | null, counts: boolean, seen: boolean | undefined): void {
  const { markReadDelay } = useGeneral()
  const marked = useRef<number | null>(null)
  useEffect(() => {
    if (mailId === null) marked.current = null
    if (mailId === null || !counts || marked.current === mailId || markReadDelay < 0) return
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
  }, [counts, seen, mailId, markReadDelay])
}

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
