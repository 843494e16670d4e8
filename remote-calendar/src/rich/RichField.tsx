import { escapeHtml } from '@yanshu/contracts'
import { useGeneral } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { type EditorHandle, RichEditor, type TextPort } from '@yanshu/ui/editor'
import { useRef } from 'react'
import { useWords } from '../useWords.ts'
import { cleanWords, isFormatted } from './cleanWords.ts'
import css from './rich.module.css'

export interface RichFieldProps {
  /** To begin with. */
  text: string
  html: string
  /** What is written, in words and with its formatting; '' where it has none. */
  onChange: (text: string, html: string) => void
}

/** Plain words as the editor begins with them. */
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line) || '<br>'}</p>`)
    .join('')

const clean = (html: string): string => cleanWords(html).innerHTML

/** The field for the description of an event: formatted, without pictures, as many programs show none there. */
export default function RichField({ text, html, onChange }: RichFieldProps) {
  const say = useWords()
  const { colorMode } = useGeneral()
  const handle = useRef<EditorHandle>(null)
  const port = useRef<TextPort | null>(null)
  const first = useRef(html ? clean(html) : paragraphs(text))
  const noFiles = () => notify.warning(say('form.noPictures'))
  const changed = () => {
    if (!port.current) return
    const body = cleanWords(port.current.html())
    onChange(port.current.text().trim(), isFormatted(body) ? body.innerHTML : '')
  }
  return (
    <div className={css.field}>
      <RichEditor
        label={say('form.description')}
        hint={say('form.descriptionHint')}
        initial={() => first.current}
        window={globalThis}
        clean={clean}
        uploadPicture={() => {
          noFiles()
          return Promise.reject(new Error('no pictures here'))
        }}
        shownFrom={() => ''}
        onChange={changed}
        onPort={(given) => {
          port.current = given
          return () => {
            port.current = null
          }
        }}
        onSend={() => undefined}
        onFiles={noFiles}
        onWaiting={() => undefined}
        spacing="normal"
        onSpacing={() => undefined}
        onPlain={() => undefined}
        takesFocus={() => false}
        dark={colorMode === 'dark'}
        handle={handle}
        short
        structureOnly
      />
    </div>
  )
}
