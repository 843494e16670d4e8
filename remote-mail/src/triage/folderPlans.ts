import { elsewhere, type MailAction, type MailCalls } from '../actions/plans.ts'

/**
 * Marks a whole folder as read, also mails that were never loaded. With `listUnread` the mails are named to the
 * server, so that the very same ones can be marked as unread again.
 */
export function allSeenPlan(
  calls: MailCalls,
  folder: { folderId: number; unread: number },
  listUnread?: () => Promise<readonly number[]>,
): MailAction {
  const { folderId, unread } = folder
  return {
    items: (row) => row.mailboxId === folderId,
    patch: (row) => ({ ...row, seen: true }),
    async send() {
      const mailIds = await listUnread?.()
      if (!mailIds) await calls.post('mail/email/allSeen', { mailboxId: folderId })
      else if (mailIds.length > 0) await calls.post('mail/email/seen/update', { mailIds: [...mailIds], seen: true })
      return undefined
    },
    echo: 'updated',
    counters: unread > 0 ? [{ folderId, unread: -unread }] : [],
  }
}

/**
 * Empties a folder: into the recycle bin, or for good when it is the recycle bin or spam.
 * @param onBinned gets what lies in the recycle bin now, when it can be taken back
 */
export function emptyPlan(
  calls: MailCalls,
  folder: { folderId: number; mail: number; unread: number },
  trash: number | null,
  onBinned?: (mailIds: readonly number[]) => void,
): MailAction {
  const { folderId, mail, unread } = folder
  return {
    items: (row) => row.mailboxId === folderId,
    patch: (row) => (trash === null ? null : elsewhere(row, trash)),
    async send() {
      const { mailIds } = await calls.post('mail/main/folder/recoverableClear', { folderId })
      onBinned?.(mailIds)
      return (row) => (trash === null ? null : elsewhere(row, trash))
    },
    echo: 'moved',
    counters: [
      { folderId, mail: -mail, unread: -unread },
      ...(trash === null ? [] : [{ folderId: trash, mail, unread }]),
    ],
  }
}
