import type { AssistantExtra } from '@yanshu/contracts'
import type { MailReader } from '../../../platform/actor/actor.ts'
import type { Context } from '../../../store/context/context.ts'

/** A piece of an answer, on its way to the socket. */
export interface Piece {
  readonly content?: string
  readonly thought?: string
  readonly extra?: AssistantExtra
}

/** For whom an answer is made. */
export interface Asker extends MailReader {
  readonly context: Context
  /** Aborted when the person has stopped it, or is gone. */
  readonly signal: AbortSignal
}
