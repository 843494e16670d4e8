import { optionOf, UNDO_SEND_SECONDS } from '@yanshu/contracts'
import { ApiError, format, http, markStale, queryKeys } from '@yanshu/shell-api'
import { notify, undoable } from '@yanshu/ui'
import { everybody } from '@yanshu/ui/people'
import { forgetMarks } from '../recipients/knownMarks.ts'
import type { OfferedChecks } from '../send/offeredChecks.ts'
import type { ComposerParts, ComposerState, LetterPlace } from './composer.ts'
import { createSendSteps, type SendEnd, type SendWork } from './sendSteps.ts'

/** After this time the page shows that a letter is on its way, in ms. */
const SAID_AFTER_MS = 800

export interface Sending {
  /** The writer is about to send: a letter that the server has never seen becomes a draft now, not after the click. */
  prepare(): void
  /** Checks the letter, asks what only the writer can decide, and sends it. Everything but success is shown on the screen. */
  send(): Promise<void>
  /** Gives up while it waits, is checked, or between two attempts. */
  stop(): void
  /** Aborted when the attempt that is going on is given up. */
  signal(): AbortSignal
}

export interface SendingWishes {
  readonly isOver: () => boolean
  /** From now on the screen shows what is wrong. */
  readonly showProblems: () => void
  /** The letter has gone: closes its tab. */
  readonly leave: () => Promise<void>
  readonly place: LetterPlace
  /** Opens a draft in a tab. */
  readonly openDraft: (mailId: number) => void
  /** The checks of other remotes. */
  readonly offered: OfferedChecks
  /** The letter's entry of the journal. */
  readonly entryKey: string
}

/** How one letter is sent (§5, Compose). */
export function createSending(
  parts: ComposerParts,
  { isOver, showProblems, leave, place, openDraft, offered, entryKey }: SendingWishes,
): Sending {
  const { state, sync, login, say, set } = parts
  const steps = createSendSteps({ ...parts, offered, isOver, onRetry, place, entryKey })
  let attempt: AbortController | null = null
  /** The writer has signed out: who uses the page by now is shown nothing of the letter. */
  const isLeft = () => login.signal.aborted

  /** Runs the steps for the letter, again where it was changed meanwhile. */
  async function goThrough(signal: AbortSignal): Promise<SendEnd> {
    const work: SendWork = { seen: null, content: null, signal }
    for (const step of steps) {
      if (step.leaves) stepAside()
      const end = await step.run(work)
      if (end?.kind === 'changed') return goThrough(signal)
      if (end) return end
    }
    return { kind: 'stays' }
  }

  /** Nearly every letter goes at once: its tab closes meanwhile, and opens again for what the writer must know. */
  function stepAside(): void {
    if (navigator.onLine) {
      place.stepAside()
      showOnItsWay()
    }
    set({ sending: 'sending' })
  }

  function offerUndo(sendId: string, releaseAt: number): void {
    if (isLeft()) return
    const left = Math.min(Math.max(...UNDO_SEND_SECONDS) * 1_000, Math.max(1_000, releaseAt - Date.now()))
    const sendAt = optionOf(state.get().letter.options, 'mail.sendAt')
    if (sendAt !== null) markStale(queryKeys.writing)
    const done = sendAt === null ? say('send.done') : say('send.scheduled', { time: format().dayTime(sendAt) })
    undoable(done, () => void takeBack(sendId), { duration: left })
  }

  async function takeBack(sendId: string): Promise<void> {
    try {
      const { mailId } = await http.post('mail/email/cancel', { sendId }, { silent: true, login })
      notify.info(say('send.takenBack'))
      openDraft(mailId)
    } catch (error) {
      notify.error(error instanceof ApiError ? error.message : say('send.tooLate'))
    }
  }

  /** The writer sees that it is tried again, and can give up. */
  function onRetry(): void {
    set({ sending: 'retrying' })
    comeBack(say('actions.retrying'))
  }

  /** Stops saying that the letter is on its way. */
  let unsay = () => {}

  /** Shows the letter again, or only the reason where the writer does something else by now. */
  function comeBack(why: string): void {
    unsay()
    if (isLeft() || place.comeBack()) return
    const about = state.get().letter.subject.trim()
    notify.error(about ? say('send.about', { subject: about, why }) : why, {
      duration: 0,
      action: { label: say('close.open'), onClick: place.show },
    })
  }

  /** Shows that it is on its way when sending lasts longer than a moment. */
  function showOnItsWay(): void {
    const action = { label: say('close.open'), onClick: place.show }
    const timer = setTimeout(() => {
      if (isLeft()) return
      unsay = notify.info(say('actions.sending'), { duration: 0, action })
    }, SAID_AFTER_MS)
    unsay = () => clearTimeout(timer)
  }

  function failedWords(end: SendEnd): ComposerState['sendError'] {
    switch (end.kind) {
      case 'held':
        return { message: say(end.offline ? 'send.held' : 'send.heldByServer'), again: true }
      case 'unanswered':
        return { message: say('send.unanswered', { why: end.message }), again: true }
      case 'refused':
        return { message: say('send.refused', { why: end.message }), again: false }
      default:
        return null
    }
  }

  return {
    prepare() {
      const { phase, draft } = sync.state()
      if (phase === 'changed' && draft === null && state.get().sending === 'no') void sync.saveNow()
    },
    async send() {
      // A second press while the first one is still asking must not ask again.
      if (attempt || state.get().sending !== 'no' || isOver()) return
      // The screen is drawn again when there is something to show: the letter leaves before that.
      if (state.get().sendError) set({ sendError: null })
      showProblems()
      if (state.get().problems.length > 0) return
      if (sync.state().phase === 'conflict' || sync.state().phase === 'gone') return
      attempt = new AbortController()
      const end = await goThrough(attempt.signal).catch(
        (error: unknown): SendEnd => ({
          kind: 'refused',
          code: 0,
          message: error instanceof Error ? error.message : `${error}`,
        }),
      )
      attempt = null
      unsay()
      if (end.kind === 'sent') {
        forgetMarks(everybody(state.get().letter.recipients).map(({ address }) => address))
        offerUndo(end.sent.sendId, end.sent.releaseAt)
        await leave()
        return
      }
      if (end.kind === 'queued') {
        if (!isLeft()) notify.success(say('send.queued'))
        await leave()
        return
      }
      sync.release()
      if (end.kind === 'gone') sync.gone()
      const sendError = failedWords(end)
      if (end.kind === 'stays') {
        if (state.get().sending !== 'no') set({ sending: 'no' })
        return
      }
      set({ sending: 'no', sendError })
      comeBack(sendError?.message ?? say(sync.state().phase === 'gone' ? 'gone.text' : 'conflict.text'))
    },
    stop() {
      attempt?.abort()
    },
    signal: () => attempt?.signal ?? AbortSignal.abort(),
  }
}
