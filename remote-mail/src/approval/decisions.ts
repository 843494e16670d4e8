import { APPROVAL_UNDO_MS } from '@yanshu/contracts'
import { http, loginScope, perLogin } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'

/** A decision about one mail, as it was shown. */
export interface Decision {
  readonly recordId: number
  readonly hash: string
  readonly pass: boolean
  readonly comment: string
  /** Addresses of recipients for whom it waits on, where it is passed for the others. */
  readonly hold?: readonly string[]
}

/** Mails that the person of a login has decided about within the last ten seconds. */
const decided = perLogin(() => new Set<number>())

/** Whether a decision about a mail waits for its ten seconds: a key that is pressed twice decides once. */
export const isDecided = (recordId: number): boolean => decided().has(recordId)

/**
 * Shows what was decided and sends it after ten seconds, unless it is taken back until then. A page that is closed and a
 * login that ends before send nothing: the mails go on waiting.
 * @param onEnd after the last answer, and when it was taken back
 */
export function decideLater(text: string, decisions: readonly Decision[], onEnd: () => void): void {
  const login = loginScope()
  const waiting = decided()
  let takenBack = false
  const end = () => {
    for (const { recordId } of decisions) waiting.delete(recordId)
    onEnd()
  }
  for (const { recordId } of decisions) waiting.add(recordId)
  undoable(
    text,
    () => {
      takenBack = true
      end()
    },
    { duration: APPROVAL_UNDO_MS },
  )
  setTimeout(() => {
    if (!takenBack && !login.signal.aborted) void send(decisions).finally(end)
  }, APPROVAL_UNDO_MS)
}

async function send(decisions: readonly Decision[]): Promise<void> {
  for (const { hold, ...decision } of decisions) {
    try {
      if (hold === undefined) await http.post('mail/main/approval/decide', decision, { silent: true })
      else {
        const { recordId, hash, comment: reason } = decision
        await http.post('mail/main/approval/decideParts', { recordId, hash, reason, hold: [...hold] }, { silent: true })
      }
    } catch (error) {
      if (error instanceof Error) notify.error(error.message)
    }
  }
}
