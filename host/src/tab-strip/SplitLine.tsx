import { go, type Tab, useT } from '@yanshu/shell-api'
import { Splitter } from '@yanshu/ui'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import css from '../layout/frame.module.css'

/** Each half keeps at least this part of the width. */
const LEAST = 0.25

interface SplitLineProps {
  main: RefObject<HTMLElement | null>
  /** The tab that is in sight and has not the focus, and the id of its panel. */
  beside: Tab
  besidePanel: string
  /** The part of the width that the left half has. */
  share: number
  onShare: (share: number) => void
}

/** The line between two tabs side by side. While it is there, whichever half is touched becomes the one that is used. */
export function SplitLine({ main, beside, besidePanel, share, onShare }: SplitLineProps) {
  const say = useT('shell')
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = main.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [main])
  useEffect(() => {
    const panel = document.getElementById(besidePanel)
    if (!panel) return
    // Replaces the entry of the history, so that Back does not go through every change of sides.
    const use = () => go(beside.path, { replace: true })
    // Inside of a frame, such as the text of a mail, no event arrives here; only the focus shows it.
    const intoFrame = () => panel.contains(document.activeElement) && use()
    panel.addEventListener('pointerdown', use, true)
    panel.addEventListener('focusin', use)
    window.addEventListener('blur', intoFrame)
    return () => {
      panel.removeEventListener('pointerdown', use, true)
      panel.removeEventListener('focusin', use)
      window.removeEventListener('blur', intoFrame)
    }
  }, [besidePanel, beside.path])
  return (
    <div className={css.splitLine}>
      {width > 0 && (
        <Splitter
          label={say('split.line')}
          value={share * width}
          min={LEAST * width}
          max={(1 - LEAST) * width}
          onChange={(px) => onShare(px / width)}
        />
      )}
    </div>
  )
}
