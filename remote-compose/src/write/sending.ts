import { type SendBody, UNDO_SEND_SECONDS } from '@yanshu/contracts'
import { ApiError, http } from '@yanshu/shell-api'
import { confirm, notify, undoable } from '@yanshu/ui'
import { everybody } from '@yanshu/ui/people'
import { calledLetter } from '../draft-sync/calledLetter.ts'
import { requireFits } from '../draft-sync/letterExcess.ts'
import { invalidOf, type RecipientLists, withoutInvalid } from '../recipients/recipientLists.ts'
import { requestNames, type SendOutcome, sendLetter } from '../send/sendLetter.ts'
import { promisesAttachment } from '../validation/forgottenAttachment.ts'
import { openFields } from '../validation/letterFields.ts'
import type { ComposerParts, ComposerState, LetterPlace } from './composer.ts'

/** A letter that has not gone by then is said to be on its way, in ms. */
const SAID_AFTER_MS = 800

export interface Sending {
  /** Somebody is about to send: a letter that the server has never seen becomes a draft now, not after the click. */
  prepare(): void
  /** Checks the letter, asks what only the writer can decide, and sends it. The screen is told of everything but success. */
  send(): Promise<void>
  /** Gives up between two attempts. */
  stop(): void
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
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** How one letter is sent (§5, Compose). */
export function createSending(
  parts: ComposerParts,
  { isOver, showProblems, leave, place, openDraft }: SendingWishes,
): Sending {
  const { state, sync, login, say, set, snapshot, body } = parts
  const names = requestNames()
  let stopped = false
  let asking = false

  async function deliver(recipients: RecipientLists): Promise<SendOutcome | null> {
    await sync.hold()
    // A draft can be spent once: what was sent cannot be sent again, even by another window or under another name.
    if (sync.state().draft === null && !(await sync.saveNow())) {
      const { phase, message } = sync.state()
      // What never left this browser cannot have been sent, so the message must not say that it may have been.
      if (phase === 'local') return { kind: 'held', offline: !navigator.onLine }
      if (phase === 'refused') return { kind: 'refused', code: 0, message: message ?? '' }
    }
    if (!navigator.onLine) return { kind: 'held', offline: true }
    const { phase, draft } = sync.state()
    if (phase === 'conflict' || phase === 'gone') return null
    const letter = {
      ...calledLetter({
        ...snapshot().content,
        to: [...recipients.to],
        cc: [...recipients.cc],
        bcc: [...recipients.bcc],
      }),
      mailId: draft?.mailId ?? null,
    } satisfies Omit<SendBody, 'requestId'>
    requireFits(letter)
    const outcome = await sendLetter(
      { ...letter, requestId: names.nameFor(letter) },
      { login, wait, stopped: () => stopped, onRetry },
    )
    if (outcome.kind !== 'unanswered') names.answered()
    return outcome
  }

  function offerUndo(sendId: string, releaseAt: number): void {
    const left = Math.min(Math.max(...UNDO_SEND_SECONDS) * 1_000, Math.max(1_000, releaseAt - Date.now()))
    undoable(say('send.done'), () => void takeBack(sendId), { duration: left })
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

  /**
   * Asks what only the writer can decide. Answers whom it goes to, null when it does not go. Addresses that are ignored
   * stay in the letter until it has gone: it may come back.
   */
  async function confirmed(): Promise<RecipientLists | null> {
    const { letter, attachments } = state.get()
    const { recipients, subject } = letter
    const invalid = invalidOf(recipients)
    if (invalid.length > 0) {
      const ignore = await confirm({
        title: say('invalid.title', { count: invalid.length }),
        text: invalid.map(({ address }) => address).join(say('invalid.between')),
        yes: say('invalid.ignore'),
        no: say('invalid.back'),
      })
      if (!ignore) return null
      if (everybody(withoutInvalid(recipients)).length === 0) {
        notify.warning(say('invalid.none'))
        return null
      }
    }
    const fields = openFields(`${subject}\n${body().html()}\n${body().text()}`)
    if (fields.length > 0) {
      const anyway = await confirm({
        title: say('openFields.title', { count: fields.length }),
        text: say('openFields.text', { names: fields.join(say('invalid.between')) }),
        yes: say('openFields.send'),
        no: say('openFields.back'),
      })
      if (!anyway) return null
    }
    if (attachments.length === 0 && promisesAttachment(subject, body().text())) {
      const anyway = await confirm({
        title: say('forgotten.title'),
        text: say('forgotten.text'),
        yes: say('forgotten.send'),
        no: say('forgotten.back'),
      })
      if (!anyway) return null
    }
    return withoutInvalid(recipients)
  }

  /** The writer sees that it is tried again, and can give up. */
  function onRetry(): void {
    set({ sending: 'retrying' })
    comeBack(say('actions.retrying'))
  }

  /** Stops saying that the letter is on its way. */
  let unsay = () => {}

  /** Shows the letter again, or says why where the writer does something else by now. */
  function comeBack(why: string): void {
    unsay()
    if (place.comeBack()) return
    const about = state.get().letter.subject.trim()
    notify.error(about ? say('send.about', { subject: about, why }) : why, {
      duration: 0,
      action: { label: say('close.open'), onClick: place.show },
    })
  }

  /** Says that it is on its way, once that takes a moment. */
  function sayOnItsWay(): void {
    const action = { label: say('close.open'), onClick: place.show }
    const timer = setTimeout(() => {
      unsay = notify.info(say('actions.sending'), { duration: 0, action })
    }, SAID_AFTER_MS)
    unsay = () => clearTimeout(timer)
  }

  function failedWords(
    outcome: Exclude<SendOutcome, { kind: 'sent' | 'gone' }>,
  ): NonNullable<ComposerState['sendError']> {
    if (outcome.kind === 'held')
      return { message: say(outcome.offline ? 'send.held' : 'send.heldByServer'), again: true }
    if (outcome.kind === 'unanswered') return { message: say('send.unanswered', { why: outcome.message }), again: true }
    return { message: say('send.refused', { why: outcome.message }), again: false }
  }

  return {
    prepare() {
      const { phase, draft } = sync.state()
      if (phase === 'changed' && draft === null && state.get().sending === 'no') void sync.saveNow()
    },
    async send() {
      // A second press while the first one is still asking must not ask again.
      if (asking || state.get().sending !== 'no' || isOver()) return
      // The screen is drawn again when there is something to show: the letter leaves before that.
      if (state.get().sendError) set({ sendError: null })
      showProblems()
      if (state.get().problems.length > 0) return
      if (sync.state().phase === 'conflict' || sync.state().phase === 'gone') return
      asking = true
      const recipients = await confirmed().finally(() => {
        asking = false
      })
      if (!recipients) return
      stopped = false
      const delivered = deliver(recipients).catch(
        (error: unknown): SendOutcome => ({
          kind: 'refused',
          code: 0,
          message: error instanceof Error ? error.message : `${error}`,
        }),
      )
      // Nearly every letter goes at once: its tab closes meanwhile, and opens again for what the writer must know.
      if (navigator.onLine) {
        place.stepAside()
        sayOnItsWay()
      }
      set({ sending: 'sending' })
      const outcome = await delivered
      unsay()
      if (outcome?.kind === 'sent') {
        offerUndo(outcome.sent.sendId, outcome.sent.releaseAt)
        await leave()
        return
      }
      sync.release()
      if (outcome?.kind === 'gone') sync.gone()
      const sendError = outcome && outcome.kind !== 'gone' ? failedWords(outcome) : null
      set({ sending: 'no', sendError })
      comeBack(sendError?.message ?? say(sync.state().phase === 'gone' ? 'gone.text' : 'conflict.text'))
    },
    stop() {
      stopped = true
    },
  }
}
