import {
  type FrameView,
  type MountedMail,
  mountMail,
  ownPictures,
  type RenderedMail,
  renderMailHtml,
} from '@yanshu/mail-html'
import { http, useGeneral, useLanguage, useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useMemo, useRef } from 'react'
import { pictureDesk } from '../sealed/pictureDesk.ts'
import type { LetterWindow } from '../write/mailWindow.ts'
import { NS } from '../write/namespace.ts'
import { pictureAddresses } from '../write/pictureAddresses.ts'
import css from './quote.module.css'

export interface QuotedMailProps {
  html: string
  window: LetterWindow
  dark: boolean
  onEdit: () => void
  onRemove: () => void
}

/** Where the frame shows a picture from; those that are encrypted were opened before the letter is shown. */
const shownPicture = (name: string): string => {
  const address = pictureAddresses.of(name)
  return pictureDesk().now?.shown(address) ?? address
}

/** The quoted mail as it will be sent, in the frame that shows mails: it cannot be edited. */
export function QuotedMail({ html, window, dark, onEdit, onRemove }: QuotedMailProps) {
  const say = useT(NS)
  const spoken = useLanguage()
  const { fontSize } = useGeneral()
  const frame = useRef<HTMLIFrameElement>(null)
  const mounted = useRef<MountedMail>(null)
  const rendered = useMemo((): RenderedMail => {
    const own = ownPictures(html, { of: shownPicture })
    const mail = renderMailHtml(own.html, {
      mode: 'print',
      allowRemote: false,
      cid: own.cid,
      scheme: dark ? 'dark' : 'light',
      window,
    })
    return mail
  }, [html, window, dark])
  const view = useMemo(
    (): FrameView => ({
      lang: spoken === 'zh' ? 'zh-CN' : 'en',
      fontSize,
      dark,
      imagePaths: [http.fileUrl('file/showSendMailPicture/')],
    }),
    [spoken, fontSize, dark],
  )
  const latest = useRef({ rendered, view })
  useEffect(() => {
    latest.current = { rendered, view }
    mounted.current?.update(rendered, view)
  }, [rendered, view])
  useEffect(() => {
    if (!frame.current) return
    const mail = mountMail(frame.current, latest.current.rendered, latest.current.view)
    mounted.current = mail
    return () => {
      mounted.current = null
      mail.dispose()
    }
  }, [])
  return (
    <section className={css.quote} aria-label={say('quote.title')}>
      <div className={css.head}>
        <h2 className={css.title}>{say('quote.title')}</h2>
        <Button size="small" variant="text" icon="edit" onClick={onEdit}>
          {say('quote.edit')}
        </Button>
        <Button size="small" variant="text" icon="close" onClick={onRemove}>
          {say('quote.remove')}
        </Button>
      </div>
      <iframe ref={frame} className={css.frame} title={say('quote.title')} />
    </section>
  )
}
