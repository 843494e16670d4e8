import type { GeneralSettings } from '@yanshu/contracts'
import { settings } from '@yanshu/shell-api'
import { useCallback, useRef, useState } from 'react'

export type SavingState = 'idle' | 'saving' | 'saved' | 'failed'

export type Save = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]) => void

interface Saving {
  readonly state: SavingState
  readonly save: Save
  readonly saveAll: (values: Partial<GeneralSettings>) => void
  /** Undoes the last change; null when there is none. Undoing is a change as well. */
  readonly undo: (() => void) | null
}

/**
 * Saves settings one by one, each shown at once, and reports how it went. A refused setting is shown with its former value
 * again; the shell shows the reason.
 */
export function useSaving(): Saving {
  const [state, setState] = useState<SavingState>('idle')
  const [former, setFormer] = useState<Partial<GeneralSettings> | null>(null)
  const underWay = useRef(0)
  const failed = useRef(false)
  const send = useCallback((part: Partial<GeneralSettings>, saved: Promise<void>) => {
    if (underWay.current === 0) failed.current = false
    underWay.current += 1
    setState('saving')
    saved
      .then(() => setFormer(part))
      .catch(() => {
        failed.current = true
      })
      .finally(() => {
        underWay.current -= 1
        if (underWay.current === 0) setState(failed.current ? 'failed' : 'saved')
      })
  }, [])
  const save = useCallback<Save>(
    (key, value) => {
      const before: Partial<GeneralSettings> = {}
      before[key] = settings.current().general[key]
      send(before, settings.save(key, value))
    },
    [send],
  )
  const saveAll = (values: Partial<GeneralSettings>) => {
    const { general } = settings.current()
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, general[key as keyof GeneralSettings]]))
    send(before as Partial<GeneralSettings>, settings.saveAll(values))
  }
  const undo = () => {
    if (former) saveAll(former)
  }
  return { state, save, saveAll, undo: former ? undo : null }
}
