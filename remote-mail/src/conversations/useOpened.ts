import type { MailDetail, MailPort } from '@yanshu/contracts'
import { useEffect, useMemo, useState } from 'react'
import type { RowLabels } from '../list-view/useLabels.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { acting } from '../on-demand/acting.ts'
import { fetchPrint } from '../print/fetchPrint.ts'
import type { OpenOthers } from '../reading/readingProps.ts'
import { joinedPort } from './joinedPort.ts'
import { ALL_OPEN, isOpen, NONE_OPEN, type OpenMails, withMail } from './openMails.ts'
import { useMembers } from './useMembers.ts'
import { type Nearest, useNearest } from './useNearest.ts'

/** What is known of a text that is there, or was. */
interface OpenText {
  /** Null once the text is gone. */
  readonly port: MailPort | null
  /** Whether its pictures of other sites are shown. */
  readonly allowRemote: boolean
  /** Whether they were allowed by a press. */
  readonly allowed: boolean
}

/** The mails of a conversation that are open beside the current mail. */
export interface Opened {
  readonly all: boolean
  /** How many are open beside it. */
  readonly count: number
  readonly active: boolean
  readonly labels: RowLabels
  readonly nearest: Nearest
  readonly texts: Map<number, OpenText>
  isOpen(mailId: number): boolean
  set(mailId: number, open: boolean): void
  openAll(): void
  closeAll(): void
}

/**
 * Which mails of a conversation are open beside the current mail. Nothing of it reaches the next conversation.
 * @param row the mail that stands for the conversation
 */
export function useOpened(
  row: number | null,
  inHand: number | null,
  { active, labels }: { readonly active: boolean; readonly labels: RowLabels },
): { readonly opened: Opened; readonly others: OpenOthers | undefined } {
  const ids = useMembers(row)?.ids
  const nearest = useNearest()
  const [state, setState] = useState({ row, mails: NONE_OPEN })
  const mails = state.row === row ? state.mails : NONE_OPEN
  const texts = useTexts(row)
  useHeldRows(ids)
  const openIds = useMemo(
    () => (ids ?? []).filter((id) => id !== inHand && isOpen(mails, id) && !isDraft(id)),
    [ids, inHand, mails],
  )
  const change = (next: OpenMails) => setState({ row, mails: next })
  const opened: Opened = {
    ...{ all: mails.all, count: openIds.length, active, labels, nearest, texts },
    isOpen: (mailId) => isOpen(mails, mailId),
    set: (mailId, open) => change(withMail(mails, mailId, open)),
    openAll: () => change(ALL_OPEN),
    closeAll: () => change(NONE_OPEN),
  }
  const inOrder = (ids ?? []).filter((id) => id === inHand || openIds.includes(id))
  const others: OpenOthers = {
    print(own: MailDetail, allowRemote: boolean) {
      const allows = new Map([...texts].map(([id, text]) => [id, text.allowRemote]))
      allows.set(own.mailId, allowRemote)
      acting(fetchPrint, (paper) => paper.printOpened(inOrder, own.subject, allows))
    },
    search(own: MailPort) {
      const found = inOrder.flatMap((id) => {
        const port = id === inHand ? own : texts.get(id)?.port
        return port ? [{ id, port }] : []
      })
      nearest.keep(found.map(({ id }) => id))
      return {
        port: joinedPort(found.map(({ port }) => port)),
        searched: found.length,
        open: inOrder.length,
        end: () => nearest.keep(null),
      }
    },
  }
  return { opened, others: openIds.length > 0 ? others : undefined }
}

/** A draft opens in its editor alone. */
export const isDraft = (mailId: number): boolean => {
  const mail = mailbox().cache.row(mailId)
  return mail !== undefined && mailbox().roleOf(mail.mailboxId) === 'drafts'
}

/** What is known of the texts of one conversation. It is no part of what is drawn. */
function useTexts(row: number | null): Map<number, OpenText> {
  const [texts, setTexts] = useState(() => ({ row, of: new Map<number, OpenText>() }))
  if (texts.row !== row) setTexts({ row, of: new Map() })
  return texts.of
}

/** Rows of the conversation stay known while it is shown. */
function useHeldRows(ids: readonly number[] | undefined): void {
  useEffect(() => {
    const held = new Set(ids)
    return mailbox().cache.hold((id) => held.has(id))
  }, [ids])
}
