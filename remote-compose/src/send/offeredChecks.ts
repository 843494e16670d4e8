import type { LetterCheck, LetterContent, LetterFile, LetterToSend, LetterVerdict } from '@yanshu/contracts'
import { language, storeOf } from '@yanshu/shell-api'
import { fillersNow } from '../letter-slots/fillers.ts'
import type { SendCheck, SendVerdict } from './sendCheck.ts'

/** How long a check may take to come and to answer, in ms. */
export const CHECK_TIMING = { comesMs: 10_000, answersMs: 20_000 }

/** What the checks of other remotes are given of a letter. */
export interface OfferedParts {
  readonly say: (key: string, values?: Record<string, string>) => string
  readonly text: () => string
  readonly files: () => readonly LetterFile[]
  /** Aborted when the letter is not sent after all. */
  readonly signal: () => AbortSignal
}

export interface OfferedChecks {
  /** A check of a remote, as long as the letter is on the screen. Returns how to take it back. */
  offer(remote: string, check: LetterCheck): () => void
  /** One for each remote that declares a check, whether it has come or not. */
  checks(): readonly SendCheck[]
  /** What the remotes make of a letter that has passed, one after the other. Rejects with words for the writer. */
  transform(content: LetterContent): Promise<LetterContent>
}

const timeOf = ({ timeMs = 0 }: LetterCheck): number => Math.max(timeMs, CHECK_TIMING.answersMs)

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)

/** What `work` answers. Rejects with `late` after that time, and when the writer gives up. */
function within<T>(ms: number, work: () => T | Promise<T>, late: string, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const giveUp = () => reject(new Error(late))
  const timer = setTimeout(giveUp, ms)
  signal.addEventListener('abort', giveUp)
  Promise.resolve().then(work).then(resolve, reject)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  })
}

/** The checks of other remotes on one letter. One that does not come or does not answer is never passed over in silence. */
export function createOfferedChecks({ say, text, files, signal }: OfferedParts): OfferedChecks {
  const offered = storeOf<ReadonlyMap<string, LetterCheck>>(() => new Map())
  const toSend = (content: LetterContent): LetterToSend => ({ content, text: text(), files: files(), signal: signal() })

  function comes(remote: string): Promise<LetterCheck> {
    const { promise, resolve } = Promise.withResolvers<LetterCheck>()
    const look = () => {
      const check = offered.get().get(remote)
      if (check) resolve(check)
    }
    const stop = offered.subscribe(look)
    look()
    return within(CHECK_TIMING.comesMs, () => promise, say('checks.missing'), signal()).finally(stop)
  }

  /** The writer decides whether the letter goes without a check that failed. */
  const failed = (title: string, error: unknown): SendVerdict => ({
    kind: 'ask',
    question: {
      title: say('checks.failed', { title }),
      text: say('checks.failedText', { why: wordsOf(error) }),
      yes: say('checks.send'),
      no: say('checks.back'),
    },
  })

  function verdictOf(verdict: LetterVerdict | null | undefined): SendVerdict {
    if (!verdict) return null
    if ('refuse' in verdict) return { kind: 'refuse', message: verdict.refuse }
    return { kind: 'ask', question: verdict.ask }
  }

  /** What people call the check of a remote. */
  const titleOf = ({ remote, title }: ReturnType<typeof fillersNow>[number]): string => title?.[language()] ?? remote

  return {
    offer(remote, check) {
      offered.set(new Map(offered.get()).set(remote, check))
      return () => {
        const others = new Map(offered.get())
        if (others.get(remote) === check) others.delete(remote)
        offered.set(others)
      }
    },
    checks: () =>
      fillersNow('letter.check').map((filler) => ({
        name: filler.remote,
        order: filler.order ?? 0,
        async judge(_letter, content) {
          try {
            const check = await comes(filler.remote)
            const judge = () => check.judge?.(toSend(content))
            return verdictOf(await within(timeOf(check), judge, say('checks.slow'), signal()))
          } catch (error) {
            return failed(titleOf(filler), error)
          }
        },
      })),
    async transform(content) {
      let made = content
      for (const filler of fillersNow('letter.check')) {
        const check = offered.get().get(filler.remote)
        if (!check?.transform) continue
        const { transform } = check
        const before = made
        try {
          made = await within(timeOf(check), () => transform(toSend(before)), say('checks.slow'), signal())
        } catch (error) {
          throw new Error(say('checks.notMade', { title: titleOf(filler), why: wordsOf(error) }))
        }
      }
      return made
    },
  }
}
