import { notify } from '@yanshu/ui'
import { useWords } from '../useWords.ts'

/** Copies a text and shows whether it worked (§8). */
export function useCopy(): (text: string) => void {
  const say = useWords()
  return (text) => {
    // Browsers have no clipboard on pages without TLS.
    const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    copying.then(
      () => notify.success(say('copied')),
      () => notify.warning(say('notCopied')),
    )
  }
}
