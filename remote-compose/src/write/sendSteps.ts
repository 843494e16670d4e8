import type { LetterContent, SendBody } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'
import { confirm, notify } from '@yanshu/ui'
import { isComing } from '@yanshu/ui/upload'
import { createElement } from 'react'
import { calledLetter } from '../draft-sync/calledLetter.ts'
import { requireFits } from '../draft-sync/letterExcess.ts'
import { askTogether } from '../send/askTogether.ts'
import type { OfferedChecks } from '../send/offeredChecks.ts'
import { toOutbox } from '../send/outbox.ts'
import { ownChecks } from '../send/ownChecks.ts'
import { QuestionParts } from '../send/QuestionParts.tsx'
import { runChecks, type SendQuestion } from '../send/sendCheck.ts'
import { requestNames, type SendOutcome, sendLetter } from '../send/sendLetter.ts'
import type { ComposerParts, ComposerState, LetterPlace } from './composer.ts'

/** A letter on its way through the steps. */
export interface SendWork {
  /** The letter on the screen that the checks have read. */
  seen: LetterContent | null
  /** What is sent: that letter as checks and other remotes have made it. */
  content: LetterContent | null
  /** Aborted when the writer gives up. */
  readonly signal: AbortSignal
}

/** How an attempt to send ends. */
export type SendEnd =
  | SendOutcome
  /** The writer does not send it now, and sees why. */
  | { readonly kind: 'stays' }
  /** It lies in the outbox, and is sent once the network is back. */
  | { readonly kind: 'queued' }
  /** The draft was changed or deleted elsewhere: the writer decides first. */
  | { readonly kind: 'undecided' }
  /** The letter was changed while it was checked: it is checked again. */
  | { readonly kind: 'changed' }

export interface SendStep {
  readonly name: 'uploads' | 'checks' | 'transform' | 'save' | 'deliver'
  /** From here on the writer need not wait: the tab of the letter closes. */
  readonly leaves?: true
  /** Answers how the attempt ends; null where it goes on. */
  run(work: SendWork): Promise<SendEnd | null>
}

export interface StepParts extends ComposerParts {
  readonly offered: OfferedChecks
  readonly isOver: () => boolean
  readonly onRetry: () => void
  readonly place: Pick<LetterPlace, 'show'>
  /** The letter's entry of the journal. */
  readonly entryKey: string
}

const waitsForFiles = ({ attachments, picturesWaiting }: ComposerState): boolean =>
  picturesWaiting > 0 || attachments.some(isComing)

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** What is done with a letter that is sent, in this order; each step may end it. */
export function createSendSteps(parts: StepParts): readonly SendStep[] {
  const { state, sync, login, say, set, snapshot, changes, toCheck, offered, isOver, onRetry, place, entryKey } = parts
  const own = askTogether(ownChecks(say), say)
  const names = requestNames()
  let counted = 0
  /** The writer may be elsewhere by now. */
  let waited = false

  const askWriter = async ({ parts: together, choice, ...one }: SendQuestion) => {
    if (waited) place.show()
    const text = choice
      ? (await fetchPart(() => import('../send/QuestionChoice.tsx'))).withChoice(one.text, choice)
      : together
        ? createElement(QuestionParts, { parts: together })
        : one.text
    return confirm({ ...one, text })
  }

  /** Another member of the public mailbox was faster: whether this answer goes as well is for its writer to decide. */
  const again = (title: string) => {
    place.show()
    return confirm({ title, yes: say('together.send') })
  }

  /** Waits until every file is on the server or has failed. */
  async function uploaded(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => {
      if (!waitsForFiles(state.get()) || signal.aborted) resolve()
    }
    const stop = state.subscribe(look)
    signal.addEventListener('abort', look)
    look()
    await promise
    stop()
  }

  const called = (content: LetterContent) => {
    requireFits(content)
    const letter = { ...calledLetter(content), mailId: sync.state().draft?.mailId ?? null }
    return { ...letter, requestId: names.nameFor(letter) } satisfies SendBody
  }

  /** Without a network the letter goes into the outbox, or stays where that cannot be. */
  async function held(content: LetterContent | null): Promise<SendEnd> {
    const offline = !navigator.onLine
    await sync.flushJournal()
    const queued = offline && content !== null && (await toOutbox(login, entryKey, called(content)))
    return queued ? { kind: 'queued' } : { kind: 'held', offline }
  }

  return [
    {
      name: 'uploads',
      async run({ signal }) {
        waited = waitsForFiles(state.get())
        if (!waited) return null
        set({ sending: 'waiting' })
        await uploaded(signal)
        if (signal.aborted || isOver()) return { kind: 'stays' }
        const [problem] = state.get().problems
        if (!problem) return null
        notify.warning(say(`problems.${problem}`), { action: { label: say('close.open'), onClick: place.show } })
        return { kind: 'stays' }
      },
    },
    {
      name: 'checks',
      async run(work) {
        const others = offered.checks()
        if (others.length > 0) set({ sending: 'checking' })
        counted = changes()
        work.seen = snapshot().content
        const isGivenUp = () => work.signal.aborted || isOver()
        const checked = await runChecks([own, ...others], toCheck(), work.seen, askWriter, isGivenUp)
        if (checked.kind === 'stays') return checked
        if (checked.kind === 'refused') return { kind: 'refused', code: 0, message: checked.message }
        work.content = checked.content
        return null
      },
    },
    {
      name: 'transform',
      async run(work) {
        const isGivenUp = () => work.signal.aborted || isOver()
        try {
          if (work.content) work.content = await offered.transform(work.content)
        } catch (error) {
          if (!isGivenUp()) throw error
        }
        if (isGivenUp()) return { kind: 'stays' }
        const isSame = counted === changes() || JSON.stringify(snapshot().content) === JSON.stringify(work.seen)
        return isSame ? null : { kind: 'changed' }
      },
    },
    {
      name: 'save',
      leaves: true,
      async run({ content }) {
        await sync.hold()
        // A draft can be spent once: what was sent cannot be sent again, even by another window or under another name.
        if (sync.state().draft === null && !(await sync.saveNow())) {
          const { phase, message } = sync.state()
          // What never left this browser cannot have been sent, so the message must not say that it may have been.
          if (phase === 'local') return held(content)
          if (phase === 'refused') return { kind: 'refused', code: 0, message: message ?? '' }
        }
        if (!navigator.onLine) return held(content)
        const { phase } = sync.state()
        return phase === 'conflict' || phase === 'gone' ? { kind: 'undecided' } : null
      },
    },
    {
      name: 'deliver',
      async run({ content, signal }) {
        if (!content) return { kind: 'stays' }
        const how = { login, wait, stopped: () => signal.aborted, onRetry, again }
        const outcome = await sendLetter(called(content), how)
        // Sent again from the outbox under the same name, it is sent once.
        if (outcome.kind === 'unanswered' && !navigator.onLine) return held(content)
        if (outcome.kind !== 'unanswered') names.answered()
        return outcome
      },
    },
  ]
}
