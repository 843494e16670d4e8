import type { Bytes } from '@yanshu/cms'
import { lazyPart, saveBlob } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { Suspense, useMemo } from 'react'
import type { Cms } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import type { OpenedHtmlProps } from './OpenedHtml.tsx'
import { openContent } from './openContent.ts'
import { savedLetter } from './protectedFields.ts'

const OpenedHtml = lazyPart<OpenedHtmlProps>(() => import('./OpenedHtml.tsx'))

interface OpenedViewProps {
  cms: Cms
  /** The mail as it came. */
  mail: Bytes
  /** The letter out of its protections. */
  content: Bytes
  /** Without its ending. */
  name: string
}

/** A letter that was encrypted: its texts and files. Nothing of it loads anything, and nothing around it is part of it. */
export function OpenedView({ cms, mail, content, name }: OpenedViewProps) {
  const say = useWords()
  const letter = useMemo(() => openContent(cms, content), [cms, content])
  return (
    <div className={css.opened}>
      {letter.subject !== null && <p className={css.subject}>{say('reading.subject', { subject: letter.subject })}</p>}
      {letter.texts.length === 0 && <p>{say('reading.noText')}</p>}
      {letter.texts.map(({ html, text }, at) =>
        html === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of one letter have an order and never change
          <pre key={at}>{text || say('reading.noText')}</pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of one letter have an order and never change
          <Suspense key={at} fallback={<pre>{text}</pre>}>
            <OpenedHtml html={html} text={text} pictures={letter.pictures} />
          </Suspense>
        ),
      )}
      {letter.files.length > 0 && (
        <ul className={css.actions} aria-label={say('reading.files')}>
          {letter.files.map(({ name: fileName, type, bytes }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of one letter have an order and may share a name
            <li key={at}>
              <Button
                size="small"
                icon="attach"
                onClick={() => saveBlob(new Blob([bytes()], { type: 'application/octet-stream' }), fileName)}
                title={type}
              >
                {fileName}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button size="small" icon="download" onClick={() => saveBlob(savedLetter(cms, mail, content), `${name}.eml`)}>
          {say('try.save')}
        </Button>
      </div>
    </div>
  )
}
