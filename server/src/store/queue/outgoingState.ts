import type { OutgoingState } from '../database/schema.ts'

/*
 * The states of a mail on its way out, and every way from one to another:
 *
 *   accepted ──▶ checking ──▶ held ──▶ released ──▶ done
 *       │            │          │
 *       └────────────┴──────────┴────▶ refused, taken-back
 *
 * accepted     It is on disk and acknowledged. The steps of sending (`SubmissionStep`) are asked next.
 * checking     The steps could not be asked, or the release failed: it is tried again at `due_at`. A server that asks
 *              the steps at this moment writes nothing: another one finds the mail as it was when that server is killed.
 * held         Until `due_at`, or until a decision (`NEVER`), by `held_by`, because of `held_why`. Then the steps are
 *              asked again, without those that have let it pass by a decision.
 * released     People here have it; for others it is queued for the relay. It cannot be taken back.
 * done         Every recipient has been reached or has failed.
 * refused      By a step, by a decision or by an operator, before it was released. No recipient got it.
 * taken-back   By its sender, before it was released.
 *
 * An operator's hold (`on_hold`) applies beside any of these states, so that ending it never opens another hold: while it
 * lasts, the mail is neither released, nor relayed, nor reported. Its sender may still take it back.
 */

/** The moment at which a mail is due that waits for a decision. */
export const NEVER = 8_640_000_000_000_000

/** No recipient has got it yet, and its sender may still take it back. */
export const UNRELEASED = ['accepted', 'checking', 'held'] as const satisfies readonly OutgoingState[]

export const isUnreleased = (state: OutgoingState): boolean => UNRELEASED.some((one) => one === state)

/** The states from which a mail may get into each state. */
export const FROM: Readonly<Record<OutgoingState, readonly OutgoingState[]>> = {
  accepted: ['held'],
  checking: UNRELEASED,
  held: UNRELEASED,
  released: UNRELEASED,
  done: ['released'],
  refused: UNRELEASED,
  'taken-back': UNRELEASED,
}

export const mayMove = (from: OutgoingState, to: OutgoingState): boolean => FROM[to].includes(from)

/**
 * Who may end a hold: its sender by taking the mail back, this server by itself, a manager of a mail group, or one person
 * who decides. `decideHeld` checks it.
 */
export type Holder = 'sender' | 'server' | `group:${number}` | `account:${number}`

/** Why a mail is held. */
export interface Hold {
  readonly step: string
  readonly by: Holder
  /** For its sender, in one sentence: `Chinese / English`. */
  readonly why: string
  /** Epoch milliseconds; null for until a decision. */
  readonly until: number | null
}

export type Move =
  /** A decision lets it pass the step that holds it; the other steps are asked at once. */
  | { readonly to: 'accepted'; readonly now: number }
  /** It could not be moved on, and is tried again. */
  | { readonly to: 'checking'; readonly at: number }
  | { readonly to: 'held'; readonly hold: Hold }
  /** `messageId`: what a step has made of it. */
  | { readonly to: 'released'; readonly now: number; readonly messageId: number }
  | { readonly to: 'done' | 'refused' | 'taken-back' }

const NO_HOLD = { held_step: '', held_by: '', held_why: '' } as const

/** The columns of a hold. */
export const holdColumns = ({ step, by, why, until }: Hold) => ({
  due_at: until ?? NEVER,
  held_step: step,
  held_by: by,
  held_why: why,
})

/** What a move sets beside the state. */
export function columnsOf(move: Move) {
  switch (move.to) {
    case 'accepted':
      return { due_at: move.now, ...NO_HOLD }
    case 'checking':
      return { due_at: move.at, ...NO_HOLD }
    case 'held':
      return holdColumns(move.hold)
    case 'released':
      return {
        due_at: 0,
        release_at: move.now,
        message_id: move.messageId,
        writing: null,
        awaited_copy: null,
        attempts: 0,
        ...NO_HOLD,
      }
    case 'refused':
      return { due_at: 0, writing: null, ...NO_HOLD }
    case 'done':
      return {}
    // What it was written from stays until it is a draft again.
    case 'taken-back':
      return { due_at: 0, ...NO_HOLD }
  }
}
