import { hasSealedPictures, type LetterCheck, protectionOf, type SlotProps } from '@yanshu/contracts'
import { lazyPart, loginScope, settings } from '@yanshu/shell-api'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { fetchWriting } from './fetchWriting.ts'
import type { Plan } from './judgeLetter.ts'
import type { PinQuestionProps } from './PinQuestion.tsx'
import type { ProtectionProgressProps } from './ProtectionProgress.tsx'
import type { Progress } from './protectLetter.ts'
import { answersEncrypted, chosenWish, usualWish } from './wish.ts'

const PinQuestion = lazyPart<PinQuestionProps>(() =>
  fetchWriting().then(({ PinQuestion: part }) => ({ default: part })),
)

const ProtectionProgress = lazyPart<ProtectionProgressProps>(() =>
  fetchWriting().then(({ ProtectionProgress: part }) => ({ default: part })),
)

/** The PIN is looked for, and files of a hundred megabytes go up and down. */
const TIME_MS = 10 * 60_000

/** Signs and encrypts letters that are to be, before they are sent. A letter that is not has no part of it loaded. */
export default function ProtectionCheck({ offer }: SlotProps<'letter.check'>) {
  const words = useWords()
  const say = useRef(words)
  useEffect(() => {
    say.current = words
  }, [words])
  const [asking, setAsking] = useState<PinQuestionProps | null>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    const askPin = (signal: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        signal.addEventListener('abort', () => resolve(false), { once: true })
        setAsking({ onAnswer: resolve })
      }).finally(() => setAsking(null))
    return offer(createCheck(say, { askPin, onProgress: setProgress }))
  }, [offer])
  return (
    <Suspense fallback={null}>
      {asking && <PinQuestion {...asking} />}
      {progress && <ProtectionProgress progress={progress} />}
    </Suspense>
  )
}

interface Screen {
  readonly askPin: (signal: AbortSignal) => Promise<boolean>
  readonly onProgress: (progress: Progress | null) => void
}

function createCheck(
  words: { readonly current: ReturnType<typeof useWords> },
  { askPin, onProgress }: Screen,
): LetterCheck {
  let plan: Plan | null = null
  const say = (key: string, values?: Record<string, string | number>) => words.current(key, values)
  return {
    timeMs: TIME_MS,
    async judge({ content, signal }) {
      plan = null
      const login = loginScope()
      const chosen = chosenWish(content.options)
      const usual = settings.current().general.letterProtection
      const wish = chosen ?? usualWish(usual, await answersEncrypted(content, login))
      if (!wish.sign && wish.encrypt === 'no') return null
      const { judgeLetter } = await fetchWriting()
      const judging = { wish, isChosen: chosen !== null, say, login, signal, askPin: () => askPin(signal) }
      const judged = await judgeLetter(content, judging)
      plan = judged.plan
      return judged.verdict
    },
    async transform({ content, files, signal }) {
      const login = loginScope()
      if (plan) {
        const { makeLetter } = await fetchWriting()
        return makeLetter(content, plan, { say, login, signal, files, onProgress }).finally(() => onProgress(null))
      }
      if (protectionOf(content.options)) throw new Error(say('write.changed'))
      if (!files.some(({ seal }) => seal) && !hasSealedPictures(content.html)) return content
      const { makeReadable } = await fetchWriting()
      return makeReadable(content, { say, login, signal, files })
    },
  }
}
