import type { FilePreview } from '@yanshu/contracts'
import { useFormat, useShortcuts } from '@yanshu/shell-api'
import { Button, Dialog, ErrorCard, IconButton, notify, Skeleton } from '@yanshu/ui'
import { FileName } from '@yanshu/ui/letter'
import { useEffect, useState } from 'react'
import { Blocks } from './Blocks.tsx'
import { PdfPages } from './PdfPages.tsx'
import css from './Preview.module.css'
import type { PreviewedFile } from './previewedFile.ts'
import { useWords } from './words.ts'

interface PreviewProps {
  files: readonly PreviewedFile[]
  start: number
  onClose: () => void
}

/** Shows files one after the other without leaving the page. */
export default function Preview({ files, start, onClose }: PreviewProps) {
  const say = useWords()
  const format = useFormat()
  const [at, setAt] = useState(start)
  const file = files[at]
  const step = (by: number) => setAt((now) => (now + by + files.length) % files.length)
  const group = say('group')
  // It is a dialog itself. Fields in it keep these keys.
  useShortcuts(
    [
      { keys: 'ArrowRight', label: say('next'), group, allowInInput: true, run: () => step(1) },
      { keys: 'ArrowLeft', label: say('previous'), group, allowInInput: true, run: () => step(-1) },
    ],
    files.length > 1,
  )
  if (!file) return null
  return (
    <Dialog open light wide title={say('title')} onClose={onClose} className={css.dialog}>
      <div className={css.bar}>
        <span className={css.name}>
          <FileName name={file.name} />
        </span>
        <span className={css.facts}>
          {format.bytes(file.size)}
          {files.length > 1 && ` · ${at + 1} / ${files.length}`}
        </span>
        {files.length > 1 && (
          <>
            <IconButton icon="chevron-left" label={say('previous')} onClick={() => step(-1)} />
            <IconButton icon="chevron-right" label={say('next')} onClick={() => step(1)} />
          </>
        )}
        {file.save && (
          <Button size="small" icon="download" onClick={() => void file.save?.()}>
            {say('save')}
          </Button>
        )}
      </div>
      <Shown key={file.id} file={file} onClose={onClose} onStep={step} />
    </Dialog>
  )
}

interface ShownProps {
  file: PreviewedFile
  onClose: () => void
  onStep: (by: number) => void
}

function Shown({ file, ...around }: ShownProps) {
  const say = useWords()
  const [preview, setPreview] = useState<FilePreview | null>(null)
  const [failed, setFailed] = useState(false)
  const [wantsExact, setWantsExact] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each file
  useEffect(() => {
    const control = new AbortController()
    file
      .read(control.signal)
      .then(setPreview)
      .catch(() => {
        if (!control.signal.aborted) setFailed(true)
      })
    return () => control.abort()
  }, [file.id])
  const isExact = preview?.exact === true && (wantsExact || preview.kind === 'none')
  const fail = () => {
    if (preview?.kind !== 'blocks') return setFailed(true)
    setWantsExact(false)
    notify.warning(say('exactFailed'))
  }
  return (
    <div className={css.framed}>
      <div className={css.stage}>
        {failed ? (
          <ErrorCard what={say('failed')} advice={file.save && say('failedAdvice')} />
        ) : (
          <Content
            key={`${isExact}`}
            file={isExact ? exactly(file) : file}
            preview={isExact ? { ...preview, kind: 'pdf' } : preview}
            onFailed={fail}
            {...around}
          />
        )}
      </div>
      {preview?.exact && preview.kind === 'blocks' && !failed && (
        <Button size="small" aria-pressed={isExact} className={css.exact} onClick={() => setWantsExact(!isExact)}>
          {say('exact')}
        </Button>
      )}
      {preview?.watermark && <Watermark text={preview.watermark} />}
    </div>
  )
}

/** The same file as the pages that the server has made of it. */
const exactly = (file: PreviewedFile): PreviewedFile => ({ ...file, size: 0, address: `${file.address}?exact=1` })

const WATERMARKS = 60

/** The reader of the file, over all of it. */
function Watermark({ text }: { text: string }) {
  return (
    <div className={css.watermark} aria-hidden="true">
      {Array.from({ length: WATERMARKS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={at}>{text}</span>
      ))}
    </div>
  )
}

interface ContentProps extends ShownProps {
  /** null until the server has answered. */
  preview: FilePreview | null
  onFailed: () => void
}

function Content({ file, preview, onFailed: fail, ...around }: ContentProps) {
  const say = useWords()
  switch (preview?.kind) {
    case undefined:
      return <Skeleton lines={6} />
    case 'picture':
      return <img className={css.image} src={file.address} alt={file.name} onError={fail} />
    case 'pdf':
      if (preview.viewer) {
        return <PdfPages file={file} viewer={preview.viewer} onFailed={fail} {...around} />
      }
      return <iframe className={css.document} src={`${file.address}#view=FitH`} title={file.name} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: a file of a mail brings none
      return <audio controls src={file.address} aria-label={file.name} onError={fail} />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: a file of a mail brings none
      return <video className={css.image} controls src={file.address} aria-label={file.name} onError={fail} />
    case 'blocks':
      return <Blocks preview={preview} name={say('content', { name: file.name })} isSaved={file.save !== undefined} />
    case 'none':
      return <ErrorCard what={say('impossible')} advice={file.save && say('failedAdvice')} />
  }
}
