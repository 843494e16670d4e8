import { Code, type SendBody, type Sent } from '@yanshu/contracts'
import { ApiError, http, type LoginScope, newName } from '@yanshu/shell-api'

/** Waits before the same call is made again, when no answer came. */
const AGAIN_AFTER_MS = [1_000, 3_000, 8_000] as const

export type SendOutcome =
  /** Nothing was sent: there was no network, or the server could not store the letter. */
  | { readonly kind: 'held'; readonly offline: boolean }
  | { readonly kind: 'sent'; readonly sent: Sent }
  /** No answer: it may have been sent. The same request sent again is sent once. */
  | { readonly kind: 'unanswered'; readonly message: string }
  /** The draft is no longer there: this letter was sent or thrown away in another window. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: string; readonly code: number }

export interface SendHow {
  /** The writer's login; a repeated attempt must not send in the name of another user who logged in meanwhile. */
  readonly login: LoginScope
  /** Called when no answer came and it is tried again. */
  readonly onRetry: () => void
  readonly wait: (ms: number) => Promise<void>
  /** Gives up between attempts. */
  readonly stopped: () => boolean
  /** Asks whether it goes though another member of the mailbox has answered; gets who it was, in words. */
  readonly again: (title: string) => Promise<boolean>
}

/** Sends, and repeats for a while when no answer comes: the request has a name, so the server sends it once. */
export async function sendLetter(body: SendBody, how: SendHow): Promise<SendOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return { kind: 'sent', sent: await http.post('mail/email/send', body, { silent: true, login: how.login }) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { code, status, message } = error
      if (code === Code.answeredAlready && (await how.again(message)))
        return sendLetter({ ...body, answerAgain: true }, how)
      const unanswered = code === 0 || status >= 502
      if (!unanswered) return code === Code.mailNotFound ? { kind: 'gone' } : { kind: 'refused', message, code }
      const pause = AGAIN_AFTER_MS[attempt]
      if (pause === undefined || how.stopped()) return { kind: 'unanswered', message }
      how.onRetry()
      await how.wait(pause)
      if (how.stopped()) return { kind: 'unanswered', message }
    }
  }
}

/** Names requests: the same letter has the same name until an answer comes; another letter has another. */
export function requestNames(): { nameFor(letter: Omit<SendBody, 'requestId'>): string; answered(): void } {
  let open: { readonly letter: string; readonly name: string } | null = null
  return {
    nameFor(letter) {
      const text = JSON.stringify(letter)
      if (open?.letter !== text) open = { letter: text, name: newName() }
      return open.name
    },
    answered() {
      open = null
    },
  }
}
