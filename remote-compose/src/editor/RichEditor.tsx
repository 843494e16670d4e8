import { http, useT } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { cleanerOf } from '../write/mailWindow.ts'
import { NS } from '../write/namespace.ts'
import { useDark } from '../write/useDark.ts'
import type { Facts } from './commands.ts'
import { createEditor, type LetterEditor } from './createEditor.ts'
import css from './editor.module.css'
import { Toolbar } from './Toolbar.tsx'

export interface EditorHandle {
  insertPictures(files: readonly File[], at?: { readonly left: number; readonly top: number }): void
  append(html: string): void
}

export interface RichEditorProps {
  composer: Composer
  onPlain: () => void
  handle: RefObject<EditorHandle | null>
}

/** Remote pictures are asked for by the server, so that their owners learn nothing of the writer. */
const shownFrom = (src: string): string =>
  /^https?:/i.test(src) ? http.fileUrl('file/remoteImage', { url: src }) : src

/** Colours that somebody chose are meant for the white that its readers see. */
const hasColours = (html: string): boolean => /\bcolor\s*:|\bbgcolor\s*=|<font[^>]+color/i.test(html)

/** The text of a letter with its tools. */
export default function RichEditor({ composer, onPlain, handle }: RichEditorProps) {
  const say = useT(NS)
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<LetterEditor | null>(null)
  const [facts, setFacts] = useState<Facts | null>(null)
  const [linking, setLinking] = useState(false)
  const dark = useDark()
  const [white, setWhite] = useState(() => hasColours(composer.body().html()))
  const words = useRef(say)
  words.current = say

  useEffect(() => {
    if (!place.current) return
    const { window } = composer.beginning
    const made = createEditor(place.current, {
      html: composer.body().html(),
      window,
      clean: cleanerOf(window),
      attributes: {
        class: css.paper ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': words.current('editor.label'),
        'data-letter-text': '',
      },
      onChange: composer.bodyChanged,
      onFacts: setFacts,
      onLink: () => setLinking(true),
      onSend: () => void composer.send(),
      onFiles: composer.addFiles,
      onPicturesMissing: (count) => notify.warning(words.current('editor.picturesMissing', { count })),
      pictures: {
        upload: async (file) => (await http.upload('file/uploadMailPicture', file, { silent: true })).url,
        shownFrom,
        onWaiting: composer.setPicturesWaiting,
        onFailed: (name) => notify.error(words.current('editor.pictureFailed', { name })),
        classes: { picture: css.picture ?? '', grip: css.grip ?? '', waiting: css.waiting ?? '' },
      },
    })
    const detach = composer.attachBody({
      html: made.html,
      text: made.text,
      replace: made.setHtml,
      focus: made.focus,
      insert: made.insertText,
    })
    // An answer is written at once, above what is quoted; a new letter first wants somebody to go to.
    if (composer.state.get().recipients.to.length > 0) made.focus('start')
    setEditor(made)
    return () => {
      detach()
      made.destroy()
      setEditor(null)
    }
  }, [composer])

  useImperativeHandle(handle, () => ({
    insertPictures: (files, at) => editor?.insertPictures(files, at),
    append: (html) => editor?.append(html),
  }))

  return (
    <div className={css.editor}>
      {facts && editor && (
        <Toolbar
          composer={composer}
          editor={editor}
          facts={facts}
          linking={linking}
          onLinking={setLinking}
          onPlain={onPlain}
          whitePaper={dark ? white : null}
          onWhitePaper={setWhite}
        />
      )}
      <div
        ref={place}
        className={css.place}
        data-paper={white ? 'white' : undefined}
        data-empty={facts?.empty ? '' : undefined}
        data-hint={say('editor.hint')}
      />
    </div>
  )
}
