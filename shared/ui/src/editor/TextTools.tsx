import { useEffect, useState } from 'react'
import { Button, IconButton } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { TextField } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useWords } from '../messages/language.ts'
import type { Facts } from './commands.ts'
import type { LetterEditor } from './createEditor.ts'
import css from './editor.module.css'
import { lengthOf, replaceAllFound, replaceFound, seek, toNext } from './findText.ts'
import { WORDS } from './words.ts'

interface TextToolProps {
  editor: LetterEditor
  facts: Facts
  onClose: () => void
}

/** Finds text and writes another in its place. The text keeps the places marked while the bar is open. */
export function FindBar({ editor, facts, onClose }: TextToolProps) {
  const say = useWords(WORDS)
  const [sought, setSought] = useState('')
  const [text, setText] = useState('')
  // The editor is another one when a covered view is shown again.
  useEffect(() => editor.apply(seek(sought)), [editor, sought])
  useEffect(() => () => editor.apply(seek('')), [editor])
  const { count, at } = facts.search
  const close = () => {
    onClose()
    editor.focus()
  }
  return (
    <search
      className={css.textTool}
      aria-label={say('find')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <div className={css.toolRow}>
        <TextField
          label={say('findWhat')}
          hideLabel
          className={css.sought}
          placeholder={say('findWhat')}
          autoFocus
          value={sought}
          onChange={setSought}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            editor.apply(toNext(event.shiftKey ? -1 : 1))
          }}
        />
        <span role="status" className={css.note}>
          {sought === '' ? '' : count === 0 ? say('findNone') : say('findCount', { at, count })}
        </span>
        <IconButton
          icon="chevron-left"
          size="small"
          label={say('findBefore')}
          disabled={sought === ''}
          onClick={() => editor.apply(toNext(-1))}
        />
        <IconButton
          icon="chevron-right"
          size="small"
          label={say('findNext')}
          disabled={sought === ''}
          onClick={() => editor.apply(toNext(1))}
        />
      </div>
      <div className={css.toolRow}>
        <TextField
          label={say('replaceWith')}
          hideLabel
          className={css.sought}
          placeholder={say('replaceWith')}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            editor.apply(replaceFound(text))
          }}
        />
        <Button size="small" disabled={sought === ''} onClick={() => editor.apply(replaceFound(text))}>
          {say('replace')}
        </Button>
        <Button size="small" disabled={sought === ''} onClick={() => editor.apply(replaceAllFound(text))}>
          {say('replaceAll')}
        </Button>
        <IconButton icon="close" size="small" label={say('toolClose')} onClick={close} />
      </div>
    </search>
  )
}

/** How long the text is, and what of it is selected. It is counted as it is written. */
export function CountBar({ editor, onClose }: TextToolProps) {
  const say = useWords(WORDS)
  const [, renew] = useState(0)
  useEffect(() => editor.onText(() => renew((count) => count + 1)), [editor])
  const all = lengthOf(editor.text())
  const selected = lengthOf(editor.selectedText())
  return (
    <div className={css.textTool}>
      <span role="status" className={css.note}>
        {say('count', { words: all.words, signs: all.signs })}
        {selected.signs > 0 && ` · ${say('countSelected', { words: selected.words, signs: selected.signs })}`}
      </span>
      <IconButton icon="close" size="small" label={say('toolClose')} onClick={onClose} />
    </div>
  )
}

/** The HTML of the text, which can be changed. It is cleaned like what is pasted; one step to undo. */
export function SourceDialog({
  editor,
  clean,
  onClose,
}: Omit<TextToolProps, 'facts'> & { clean: (html: string) => string }) {
  const say = useWords(WORDS)
  const [html, setHtml] = useState(() => editor.html())
  const apply = () => {
    editor.exchange(clean(html))
    onClose()
  }
  return (
    <Dialog
      open
      wide
      title={say('source')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button variant="primary" onClick={apply}>
            {say('sourceApply')}
          </Button>
        </>
      }
    >
      <p className={css.note}>{say('sourceAbout')}</p>
      <textarea
        className={css.source}
        aria-label={say('source')}
        data-autofocus=""
        spellCheck={false}
        value={html}
        onChange={(event) => setHtml(event.target.value)}
      />
    </Dialog>
  )
}
