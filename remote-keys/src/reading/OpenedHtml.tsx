import { type FrameView, type MailWindow, mountMail, openParserWindow, renderMailHtml } from '@yanshu/mail-html'
import { useGeneral, useLanguage } from '@yanshu/shell-api'
import { useMediaQuery } from '@yanshu/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import type { OpenedFile } from './openContent.ts'

let opening: Promise<MailWindow> | null = null

/** The window that opened letters are parsed in, one for the page. */
const openParser = (): Promise<MailWindow> => {
  opening ??= openParserWindow()
  return opening
}

export interface OpenedHtmlProps {
  readonly html: string
  /** Its words, for a page that cannot show the frame. */
  readonly text: string
  readonly pictures: ReadonlyMap<string, OpenedFile>
}

/**
 * HTML that was encrypted, in the frame that runs no script and asks no server. Not even this server is asked for pictures:
 * those of the letter itself are all that is drawn.
 */
export default function OpenedHtml({ html, text, pictures }: OpenedHtmlProps) {
  const say = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [parser, setParser] = useState<MailWindow | null>(null)
  const [isBroken, setBroken] = useState(false)
  const { fontSize, colorMode } = useGeneral()
  const lang = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)')
  const dark = colorMode === 'dark' || (colorMode === 'system' && systemDark)
  const quoteLabel = say('reading.quote')
  const addresses = usePictures(pictures)
  useEffect(() => {
    let isOver = false
    openParser().then(
      (opened) => !isOver && setParser(opened),
      () => !isOver && setBroken(true),
    )
    return () => {
      isOver = true
    }
  }, [])
  const rendered = useMemo(
    () =>
      parser && addresses
        ? renderMailHtml(html, {
            mode: 'read',
            allowRemote: false,
            cid: addresses,
            scheme: dark ? 'dark' : 'light',
            quoteLabel,
            window: parser,
          })
        : null,
    [parser, html, addresses, dark, quoteLabel],
  )
  useEffect(() => {
    if (!frame.current || !rendered) return
    const view: FrameView = { lang, fontSize, dark }
    const mounted = mountMail(frame.current, rendered, view, { onProblem: () => setBroken(true) })
    return () => mounted.dispose()
  }, [rendered, lang, fontSize, dark])
  if (isBroken || !rendered) return <pre>{text || say('reading.noText')}</pre>
  return (
    <>
      {rendered.heldImages.count > 0 && (
        <p className={css.lead}>{say('reading.held', { count: rendered.heldImages.count })}</p>
      )}
      <iframe ref={frame} className={css.frame} title={say('reading.text')} />
    </>
  )
}

/** Addresses of the pictures for as long as the letter is shown; null before. */
function usePictures(pictures: ReadonlyMap<string, OpenedFile>): ReadonlyMap<string, string> | null {
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    const made = new Map(
      [...pictures].map(([id, { bytes, type }]) => [id, URL.createObjectURL(new Blob([bytes()], { type }))]),
    )
    setAddresses(made)
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address)
    }
  }, [pictures])
  return addresses
}
