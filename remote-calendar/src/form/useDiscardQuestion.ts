import { confirm } from '@yanshu/ui'
import { useWords } from '../useWords.ts'

/** Asks whether what is written in a form may be given up. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const say = useWords()
  return () =>
    confirm({ title: say('form.discard'), text: say('form.discardText'), yes: say('form.discardYes'), danger: true })
}
