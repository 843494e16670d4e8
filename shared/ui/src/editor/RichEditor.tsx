import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useLatest } from '../hooks/useLatest.ts'
import { useWords } from '../messages/language.ts'
import { notify } from '../notice/notify.tsx'
import type { Facts } from './commands.ts'
import { createEditor, type LetterEditor } from './createEditor.ts'
import css from './editor.module.css'
import type { ParserWindow } from './parserWindow.ts'
import type { Spacing, TextPort } from './port.ts'
import { CountBar, FindBar, SourceDialog } from './TextTools.tsx'
import { Toolbar } from './Toolbar.tsx'
import type { TextTool } from './toolbarProps.ts'
import { WORDS } from './words.ts'

export interface EditorHandle {
  insertPictures(files: readonly File[], at?: { readonly left: number; readonly top: number }): void
}

export interface RichEditorProps {
  /** Name for screen readers. */
  label: string
  /** Placeholder of the empty text. */
  hint: string
  /** Cleaned HTML to begin with: asked for when the field is made, and again when a covered view is shown again. */
  initial: () => string
  /** In which HTML is parsed. */
  window: ParserWindow
  /** Makes HTML of any origin fit to be written on, such as what is pasted. */
  clean: (html: string) => string
  /** Uploads a picture and answers the address by which it is shown and sent. */
  uploadPicture: (file: File) => Promise<string>
  /**
   * Where a picture's address is shown from; one that lies elsewhere is asked for by the server. '' for one that has to be
   * opened first, after which `again` is called.
   */
  shownFrom: (src: string, again?: () => void) => string
  /** Whether a picture stays in the text by its address, in which it stands whole, and is not uploaded; none by default. */
  pictureStays?: ((src: string) => boolean) | undefined
  onChange: () => void
  /** Hands out the text; answers how to take it back. */
  onPort: (port: TextPort) => () => void
  /** Control or Command with Enter. */
  onSend: () => void
  /** Pasted or dropped files that are no pictures. */
  onFiles: (files: readonly File[]) => void
  /** How many pictures are on their way. */
  onWaiting: (count: number) => void
  spacing: Spacing
  onSpacing: (spacing: Spacing) => void
  onPlain: () => void
  /** Whether the cursor is taken as soon as the field is made, at the beginning of the text. */
  takesFocus: () => boolean
  /** Whether the application is dark: then the text may be put on white. */
  dark: boolean
  handle: RefObject<EditorHandle | null>
  /** Leaves out of the toolbar what a short text has no use for: line spacing, the plain form, pictures that do not stay. */
  short?: boolean | undefined
  /**
   * Offers emphasis, headings, lists, quotes, links and tables alone, by tools and by keys: for a text that keeps no font,
   * size, colour, alignment nor indentation, and no cells over several columns.
   */
  structureOnly?: boolean | undefined
}

/** Colours that the writer chose are meant for the white background that readers see. */
const hasColours = (html: string): boolean => /\bcolor\s*:|\bbgcolor\s*=|<font[^>]+color/i.test(html)

/** A field for formatted text, with its toolbar. */
export function RichEditor(props: RichEditorProps) {
  const { label, hint, initial, window, dark, spacing, onSpacing, onPlain, handle } = props
  const say = useWords(WORDS)
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<LetterEditor | null>(null)
  const [facts, setFacts] = useState<Facts | null>(null)
  const [linking, setLinking] = useState(false)
  const [tool, setTool] = useState<TextTool | null>(null)
  const [white, setWhite] = useState(() => hasColours(initial()))
  const latest = useLatest({ ...props, say })

  useEffect(() => {
    if (!place.current) return
    const now = () => latest.current
    const made = createEditor(place.current, {
      html: now().initial(),
      window,
      clean: (pasted) => now().clean(pasted),
      attributes: {
        class: css.paper ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        // It has its name before it has the focus.
        'aria-label': now().label,
        'data-letter-text': '',
      },
      inserted: { className: css.inserted ?? '', description: now().say('inserted') },
      onChange: () => now().onChange(),
      onFacts: setFacts,
      onLink: () => setLinking(true),
      onFind: now().short ? undefined : () => setTool('find'),
      foundClass: css.found,
      onSend: () => now().onSend(),
      structureOnly: now().structureOnly === true,
      onFiles: (files) => now().onFiles(files),
      onPicturesMissing: (count) => notify.warning(now().say('picturesMissing', { count })),
      pictures: {
        upload: (file) => now().uploadPicture(file),
        shownFrom: (src, again) => now().shownFrom(src, again),
        stays: (src) => now().pictureStays?.(src) ?? false,
        onWaiting: (count) => now().onWaiting(count),
        onFailed: (name) => notify.error(now().say('pictureFailed', { name })),
        classes: { picture: css.picture ?? '', grip: css.grip ?? '', waiting: css.waiting ?? '' },
      },
    })
    const takeBack = now().onPort({
      html: made.html,
      text: made.text,
      replace: made.setHtml,
      append: made.append,
      focus: made.focus,
      insert: made.insertText,
      clearMarks: made.clearMarks,
      insertHtml: made.insertHtml,
      signature: { key: made.signature, set: made.setSignature },
    })
    if (now().takesFocus()) made.focus('start')
    setEditor(made)
    return () => {
      takeBack()
      made.destroy()
      setEditor(null)
    }
  }, [window, latest])

  // The field is made once, and named in the next language as well.
  useEffect(() => editor?.setLabel(label), [editor, label])

  useImperativeHandle(handle, () => ({
    insertPictures: (files, at) => editor?.insertPictures(files, at),
  }))

  return (
    <div className={css.editor}>
      {facts && editor && (
        <Toolbar
          editor={editor}
          facts={facts}
          spacing={spacing}
          onSpacing={onSpacing}
          linking={linking}
          onLinking={setLinking}
          onPlain={onPlain}
          onTool={setTool}
          short={props.short}
          pictures={!props.short || props.pictureStays !== undefined}
          structureOnly={props.structureOnly}
          whitePaper={dark && !props.structureOnly ? white : null}
          onWhitePaper={setWhite}
        />
      )}
      {facts && editor && tool === 'find' && <FindBar editor={editor} facts={facts} onClose={() => setTool(null)} />}
      {facts && editor && tool === 'count' && <CountBar editor={editor} facts={facts} onClose={() => setTool(null)} />}
      {editor && tool === 'source' && (
        <SourceDialog editor={editor} clean={props.clean} onClose={() => setTool(null)} />
      )}
      <div
        ref={place}
        className={css.place}
        data-letter-ground=""
        data-paper={white ? 'white' : undefined}
        data-empty={facts?.empty ? '' : undefined}
        data-hint={hint}
      />
    </div>
  )
}
