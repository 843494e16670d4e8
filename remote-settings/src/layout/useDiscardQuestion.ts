import { confirm } from '@yanshu/ui'
import { useWords } from '../useWords.ts'

/** Asks whether what is written in a form may be given up. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const say = useWords()
  return () =>
    confirm({ title: say('discard.title'), text: say('discard.text'), yes: say('discard.yes'), danger: true })
}
