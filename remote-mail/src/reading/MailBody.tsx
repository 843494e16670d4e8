import { type FrameView, type MountedMail, mountMail, type RenderedMail } from '@yanshu/mail-html'
import { http, intents, useGeneral, useLanguage } from '@yanshu/shell-api'
import { ErrorCard } from '@yanshu/ui'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import type { DrawnMail, PictureFolder } from './mailSource.ts'
import { parseMailto } from './parseMailto.ts'
import css from './ReadingPane.module.css'
import { useRendered } from './useRendered.ts'

/** Stands in the frame until the first mail does. */
const NOTHING: RenderedMail = {
  html: '',
  css: '',
  heldImages: { count: 0, hosts: [] },
  remoteImages: [],
  deceptiveLinks: [],
  hasQuote: false,
  direction: 'ltr',
  textLength: 0,
  tone: 'app',
  rest: 'none',
}

interface MailFrameProps {
  /** Gets the element of the frame. */
  frame: RefObject<HTMLIFrameElement | null>
  /** Null shows no frame, but keeps it. */
  rendered: RenderedMail | null
  dark: boolean
  title: string
}

/**
 * A mail in its frame: no script runs in it and no other server is contacted. The frame is loaded once and shows one mail after
 * the other, for loading it is most of what opening a mail costs; nothing of a mail stays but its place.
 */
export function MailFrame({ frame, rendered, dark, title }: MailFrameProps) {
  const say = useWords()
  const mounted = useRef<MountedMail>(null)
  const [problem, setProblem] = useState(false)
  const { fontSize } = useGeneral()
  const lang = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const view = useMemo<FrameView>(
    () => ({
      lang,
      fontSize,
      dark,
      imagePaths: (['file/remoteImage', 'file/show/', 'file/approval/'] as const).map((path) => http.fileUrl(path)),
    }),
    [lang, fontSize, dark],
  )
  const latest = useRef({ rendered: NOTHING, view })
  // With the pane around it: an effect that comes later misses the frame that draws it.
  useLayoutEffect(() => {
    if (!rendered) return
    latest.current = { rendered, view }
    mounted.current?.update(rendered, view)
  }, [rendered, view])
  useEffect(() => {
    if (!frame.current) return
    const mail = mountMail(frame.current, latest.current.rendered, latest.current.view, {
      onMailto: (url) => {
        const { to, subject } = parseMailto(url)
        void intents
          .send('compose.open', { kind: 'new', to, mailto: url, ...(subject ? { subject } : {}) })
          .catch(() => undefined)
      },
      onKey: forwardKey,
      onProblem: () => setProblem(true),
    })
    mounted.current = mail
    return () => {
      mounted.current = null
      mail.dispose()
    }
  }, [frame])
  if (problem) return rendered && <ErrorCard what={say('reading.frameFailed')} advice={say('reading.frameAdvice')} />
  return <iframe ref={frame} className={css.frame} title={title} hidden={!rendered} />
}

/** A mail that lies in no folder of the reader, without pictures from elsewhere. */
export function MailText({ mail, pictures, title }: { mail: DrawnMail; pictures: PictureFolder; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { rendered, dark } = useRendered(mail, false, Number.POSITIVE_INFINITY, pictures)
  return <MailFrame frame={frame} rendered={rendered} dark={dark} title={title} />
}

/** Shortcuts of the application work while the mail has the focus. */
function forwardKey(event: KeyboardEvent): void {
  const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event
  const copy = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    shiftKey,
    altKey,
    metaKey,
    bubbles: true,
    cancelable: true,
  })
  if (!document.dispatchEvent(copy)) event.preventDefault()
}
