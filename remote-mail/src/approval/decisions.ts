import { APPROVAL_UNDO_MS } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'

/** A decision about one mail, as it was shown. */
export interface Decision {
  readonly recordId: number
  readonly hash: string
  readonly pass: boolean
  readonly comment: string
}

/**
 * Shows what was decided and sends it after ten seconds, unless it is taken back until then. A page that is closed before
 * sends nothing: the mails go on waiting.
 * @param onEnd after the last answer, and when it was taken back
 */
export function decideLater(text: string, decisions: readonly Decision[], onEnd: () => void): void {
  let takenBack = false
  undoable(
    text,
    () => {
      takenBack = true
      onEnd()
    },
    { duration: APPROVAL_UNDO_MS },
  )
  setTimeout(() => {
    if (!takenBack) void send(decisions).finally(onEnd)
  }, APPROVAL_UNDO_MS)
}

async function send(decisions: readonly Decision[]): Promise<void> {
  for (const decision of decisions) {
    try {
      await http.post('mail/main/approval/decide', decision, { silent: true })
    } catch (error) {
      if (error instanceof Error) notify.error(error.message)
    }
  }
}
