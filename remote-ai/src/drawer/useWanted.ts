import { useStore } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { assistant, want } from '../engine/assistant.ts'
import type { RequestKind } from '../engine/assistantEngine.ts'

/** Makes what a tool beside the mail has asked for, once, unless something is being answered or stands there already. */
export function useWanted(kind: RequestKind, stands: boolean, make: () => void): void {
  const { wanted, locked } = useStore(assistant)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the wish begins it
  useEffect(() => {
    if (wanted !== kind) return
    want(null)
    if (!locked && !stands) make()
  }, [wanted])
}
