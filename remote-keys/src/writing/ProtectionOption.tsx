import { type LetterOptions, PROTECTION_OPTION, type SlotProps } from '@yanshu/contracts'
import { lazyPart, useGeneral, useSettings } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Checkbox } from '@yanshu/ui'
import { Suspense } from 'react'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import { fetchWriting } from './fetchWriting.ts'
import type { ReadinessLinesProps } from './ReadinessLines.tsx'
import { answersEncrypted, chosenWish, OWN_OPTION, usualWish, type Wish } from './wish.ts'

const ReadinessLines = lazyPart<ReadinessLinesProps>(() =>
  fetchWriting().then(({ ReadinessLines: part }) => ({ default: part })),
)

/** Whether the letter is signed and encrypted, and who can be encrypted to. */
export default function ProtectionOption({ options, letter }: SlotProps<'letter.option'>) {
  const say = useWords()
  const { letterProtection } = useGeneral()
  const own: LetterOptions = { [OWN_OPTION]: options.values[PROTECTION_OPTION] }
  const chosen = chosenWish(own)
  const { kind = 'new', sourceMailId = null } = letter ?? {}
  const { data: isAnswer = false } = useQuery({
    queryKey: ['keys', 'answers', kind, sourceMailId],
    queryFn: () => answersEncrypted({ kind, sourceMailId }),
    enabled: chosen === null && sourceMailId !== null,
    retry: false,
  })
  const wish = chosen ?? usualWish(letterProtection, isAnswer)
  const { smimeCodeEnable = false } = useSettings()
  const set = (change: Partial<Record<'sign' | 'encrypt' | 'hideSubject' | 'byCode', boolean>>) => {
    const { sign, encrypt, hideSubject, byCode } = { ...wish, encrypt: wish.encrypt !== 'no', ...change }
    const more = { ...(hideSubject ? { hideSubject } : {}), ...(byCode ? { byCode } : {}) }
    options.set(PROTECTION_OPTION, { sign, encrypt, ...(encrypt ? more : {}) })
  }
  return (
    <fieldset className={css.protection}>
      <legend>{say('write.legend')}</legend>
      <div className={css.actions}>
        <Checkbox label={say('write.sign')} checked={wish.sign} onChange={(sign) => set({ sign })} />
        <Checkbox
          label={say('write.encrypt')}
          checked={wish.encrypt !== 'no'}
          onChange={(encrypt) => set({ encrypt })}
        />
        {wish.encrypt !== 'no' && (
          <Checkbox
            label={say('write.hideSubject')}
            checked={wish.hideSubject}
            onChange={(hideSubject) => set({ hideSubject })}
          />
        )}
        {wish.encrypt !== 'no' && (smimeCodeEnable || wish.byCode) && (
          <Checkbox label={say('write.byCode')} checked={wish.byCode ?? false} onChange={(byCode) => set({ byCode })} />
        )}
      </div>
      {letter && isAny(wish) && (
        <Suspense fallback={null}>
          <ReadinessLines letter={letter} wish={wish} />
        </Suspense>
      )}
    </fieldset>
  )
}

const isAny = ({ sign, encrypt }: Wish): boolean => sign || encrypt !== 'no'
