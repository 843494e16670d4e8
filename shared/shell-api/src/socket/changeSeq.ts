import { CHANGE_HEADER } from '@yanshu/contracts'
import { perLogin } from '../login/perLogin.ts'

/** Which of the account's numbered changes a page has. */
interface ChangeSeq {
  /** The smallest number that an answer carried: nothing that is shown is older. */
  answered: number | undefined
  /** Up to which change the socket has sent everything; undefined before the first greeting. */
  received: number | undefined
  /** From which change on the socket has sent changes, or was asked to; undefined before the first greeting. */
  floor: number | undefined
  /** Asks the socket for the changes after an earlier number too. */
  catchUp(since: number): void
}

export const changeSeq = perLogin(
  (): ChangeSeq => ({ answered: undefined, received: undefined, floor: undefined, catchUp: () => undefined }),
)

/** Of each call the newest number that an answer carried. It has one entry per call of the contract: answers with files carry none. */
const answers = perLogin(() => new Map<string, number>())

/** Stores the number of an answer. */
export function noteAnswer(path: string, { headers }: Response): void {
  const text = headers.get(CHANGE_HEADER)
  if (text !== null) noteChange(path, Number(text))
}

/** Stores that what a call answers, or with '' what the page has, includes the changes up to a number. */
export function noteChange(path: string, seq: number): void {
  const known = answers()
  known.set(path, Math.max(seq, known.get(path) ?? 0))
  const mine = changeSeq()
  mine.answered = Math.min(seq, mine.answered ?? seq)
  coverAnswers()
}

/** An answer that was asked for before the first greeting may come after it and be older: the changes between are asked for. */
export function coverAnswers(): void {
  const mine = changeSeq()
  const { answered, floor } = mine
  if (floor === undefined || answered === undefined || answered >= floor) return
  mine.floor = answered
  mine.catchUp(answered)
}

/** Whether the last answer of a call includes this change. */
export const isAnswered = (path: string, seq: number): boolean => (answers().get(path) ?? -1) >= seq
