import { useGeneral } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'
import { knownConversations } from './conversationFacts.ts'
import { firstUnreadOf } from './useMembers.ts'

/** How long it may take to learn which is the first unread one, in milliseconds. */
const PATIENCE_MS = 400

/** The current mail of a conversation. */
export interface OpenMember {
  /** For a moment that of before, while it is being asked which is the first unread one. */
  readonly mailId: number | null
  /** It leaves: the one that stands for the conversation is opened. */
  readonly leave: () => void
}

/**
 * The current mail of the conversation that a row stands for: the first unread one, until it leaves. Without
 * conversations it is the mail itself.
 */
export function useOpenMember(row: number | null): OpenMember {
  const { conversations } = useGeneral()
  const [chosen, setChosen] = useState<{ row: number; mailId: number } | null>(null)
  const asks = conversations && row !== null && (knownConversations().of(row)?.othersUnread ?? 0) > 0
  const isChosen = chosen !== null && chosen.row === row
  const waits = asks && !isChosen
  useEffect(() => {
    if (!waits || row === null) return
    let off = false
    const choose = (mailId: number | null) => {
      if (!off) setChosen({ row, mailId: mailId ?? row })
      off = true
    }
    const timer = setTimeout(() => choose(row), PATIENCE_MS)
    void firstUnreadOf(row).then(choose)
    return () => {
      off = true
      clearTimeout(timer)
    }
  }, [waits, row])
  const mailId = isChosen ? chosen.mailId : row
  const [shown, setShown] = useState(waits ? null : mailId)
  if (!waits && shown !== mailId) setShown(mailId)
  return {
    mailId: waits ? shown : mailId,
    leave: () => row !== null && setChosen({ row, mailId: row }),
  }
}
