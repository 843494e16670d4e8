import type { ViewProps } from '@yanshu/contracts'
import { ask } from '@yanshu/ui'
import { useAskBeforeUnload } from '@yanshu/ui/draft'
import { useEffect, useState } from 'react'
import { useWords } from '../useWords.ts'

export interface Unsaved {
  /** Notes whether there is something unsaved now. */
  mark(dirty: boolean): void
  /** Whether what is being written may be left. */
  mayLeave(): Promise<boolean>
}

/** What is being written in a form: the tab shows it, and neither it, the form nor the page is left without a question. */
export function useUnsaved(tab: ViewProps['tab'], text: string): Unsaved {
  const say = useWords()
  const [dirty, setDirty] = useState(false)
  const mark = (next: boolean) => {
    setDirty(next)
    tab.setDirty(next)
  }
  const mayLeave = async (): Promise<boolean> => {
    if (!dirty) return true
    const answer = await ask({
      title: say('form.leaveTitle'),
      text,
      yes: say('form.leaveYes'),
      no: say('form.leaveNo'),
      danger: true,
    })
    return answer === 'yes'
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question asks about what is being written now
  useEffect(() => tab.onBeforeClose(mayLeave), [tab, dirty])
  useAskBeforeUnload(dirty)
  return { mark, mayLeave }
}
