import { minuteOf, watermarkText, watermarkTile } from '@yanshu/contracts'
import { MINUTE_MS } from '@yanshu/contracts/days'
import { useGeneral } from '@yanshu/shell-api'
import { useEffect, useRef, useState } from 'react'
import css from './watermark.module.css'

/**
 * The address and the time across everything, on paper too. It lies above the page and receives no click; screen readers do
 * not read it.
 */
export function Watermark({ words, address }: { words: string; address: string }) {
  const { timeZone } = useGeneral()
  const layer = useRef<HTMLDivElement>(null)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  const text = watermarkText(words, address, minuteOf(now, timeZone))
  // Through the object model: the page's policy refuses style attributes.
  useEffect(() => {
    layer.current?.style.setProperty('background-image', watermarkTile(text))
  }, [text])
  return <div ref={layer} className={css.layer} aria-hidden="true" data-watermark={text} />
}
