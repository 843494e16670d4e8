import { type ReactNode, useContext, useEffect, useRef } from 'react'
import css from './find.module.css'
import type { SettingId } from './findable.ts'
import { Pointed, pointAt } from './pointed.ts'

/** A setting that can be searched for: it is marked and has the focus while the address points at it. */
export function Setting({ id, children }: { id: SettingId; children: ReactNode }) {
  const pointed = useContext(Pointed) === id
  const setting = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (pointed && setting.current) return pointAt(setting.current)
  }, [pointed])
  return (
    <div ref={setting} data-setting={id} data-pointed={pointed ? '' : undefined} className={css.setting}>
      {children}
    </div>
  )
}
