import { isSignaturePicture } from '@yanshu/contracts'
import { openParserWindow } from '@yanshu/mail-html'
import { useGeneral } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { type EditorHandle, type ParserWindow, RichEditor, type TextPort } from '@yanshu/ui/editor'
import { useEffect, useRef, useState } from 'react'
import { FieldMenu } from './FieldMenu.tsx'
import css from './rich.module.css'
import { safeHtml } from './safeHtml.ts'
import { smallPicture } from './smallPicture.ts'

interface RichTextProps {
  label: string
  hint: string
  /** The first text; `onChange` reports what is written. Another `key` begins anew. */
  html: string
  /** Shown for files that are put in, and for pictures unless there may be some. */
  refusal: string
  /** Whether small pictures may be put in, which stand in the text whole. */
  pictures?: boolean
  /** Which fields the text may have that are filled in when a letter begins; none when left out. */
  fields?: 'signature' | 'template' | undefined
  onChange: (html: string) => void
}

/** A field for a formatted text of a page, such as a signature: without a plain form. */
export default function RichText({ label, hint, html, refusal, pictures = false, fields, onChange }: RichTextProps) {
  const [parser, setParser] = useState<ParserWindow | null>(null)
  const handle = useRef<EditorHandle>(null)
  const port = useRef<TextPort | null>(null)
  const { colorMode } = useGeneral()
  useEffect(() => {
    let current = true
    openParserWindow()
      .then((window): ParserWindow => ('DOMParser' in window ? (window as ParserWindow) : globalThis))
      .catch(() => globalThis)
      .then((window) => current && setParser(window))
    return () => {
      current = false
    }
  }, [])
  const clean = (text: string) => safeHtml(text, parser ?? globalThis, pictures ? isSignaturePicture : undefined)
  if (!parser) return <div className={css.box} />
  return (
    <div className={css.box}>
      {fields && <FieldMenu recipient={fields === 'template'} onInsert={(text) => port.current?.insert(text)} />}
      <RichEditor
        label={label}
        hint={hint}
        initial={() => clean(html)}
        window={parser}
        clean={clean}
        uploadPicture={(file) => {
          if (pictures) return smallPicture(file)
          notify.warning(refusal)
          return Promise.reject(new Error('no pictures here'))
        }}
        shownFrom={(src) => (pictures && isSignaturePicture(src) ? src : '')}
        pictureStays={pictures ? isSignaturePicture : undefined}
        onChange={() => onChange(port.current?.html() ?? '')}
        onPort={(given) => {
          port.current = given
          return () => {
            port.current = null
          }
        }}
        onSend={() => undefined}
        onFiles={() => notify.warning(refusal)}
        onWaiting={() => undefined}
        spacing="normal"
        onSpacing={() => undefined}
        onPlain={() => undefined}
        takesFocus={() => false}
        dark={colorMode === 'dark'}
        handle={handle}
        short
      />
    </div>
  )
}
