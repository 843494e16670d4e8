import type { GeneralSettings } from '@yanshu/contracts'
import { settings } from '@yanshu/shell-api'
import { useCallback, useRef, useState } from 'react'

export type SavingState = 'idle' | 'saving' | 'saved' | 'failed'

export type Save = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]) => void

/**
 * Saves settings one by one, each shown at once, and says how it went. A refused setting is shown with its former value
 * again; the shell shows the reason.
 */
export function useSaving(): { state: SavingState; save: Save } {
  const [state, setState] = useState<SavingState>('idle')
  const underWay = useRef(0)
  const failed = useRef(false)
  const save = useCallback<Save>((key, value) => {
    if (underWay.current === 0) failed.current = false
    underWay.current += 1
    setState('saving')
    settings
      .save(key, value)
      .catch(() => {
        failed.current = true
      })
      .finally(() => {
        underWay.current -= 1
        if (underWay.current === 0) setState(failed.current ? 'failed' : 'saved')
      })
  }, [])
  return { state, save }
}
