import type { FilePreview } from '@yanshu/contracts'
import { ApiError, useFormat, useShortcuts } from '@yanshu/shell-api'
import { Button, Dialog, ErrorCard, IconButton, notify, Skeleton } from '@yanshu/ui'
import { FileName } from '@yanshu/ui/letter'
import { useEffect, useState } from 'react'
import { Blocks } from './Blocks.tsx'
import { PdfPages } from './PdfPages.tsx'
import css from './Preview.module.css'
import type { KeptFile, PreviewedFile } from './previewedFile.ts'
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
  /** Where the copy of the device lies while it is shown; null where the server shows the file. */
  const [copy, setCopy] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each file
  useEffect(() => {
    const control = new AbortController()
    let address = ''
    const show = async () => {
      const answer = await file.read(control.signal).catch((error: unknown) => keptOf(file, error))
      if (control.signal.aborted) return
      if ('content' in answer) {
        address = addressOf(answer)
        setCopy(address)
      }
      setPreview('content' in answer ? answer.preview : answer)
    }
    show().catch(() => {
      if (!control.signal.aborted) setFailed(true)
    })
    return () => {
      control.abort()
      if (address) URL.revokeObjectURL(address)
    }
  }, [file.id])
  // The server alone makes pages as a program of an office prints them.
  const hasExact = preview?.exact === true && copy === null
  const isExact = hasExact && (wantsExact || preview.kind === 'none')
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
            file={copy ? { ...file, address: copy } : isExact ? exactly(file) : file}
            isCopy={copy !== null}
            preview={isExact ? { ...preview, kind: 'pdf' } : preview}
            onFailed={fail}
            {...around}
          />
        )}
      </div>
      {hasExact && preview.kind === 'blocks' && !failed && (
        <Button size="small" aria-pressed={isExact} className={css.exact} onClick={() => setWantsExact(!isExact)}>
          {say('exact')}
        </Button>
      )}
      {copy && preview?.exact && (
        <p role="status" className={css.facts}>
          {say('copyNote')}
        </p>
      )}
      {preview?.watermark && <Watermark text={preview.watermark} />}
    </div>
  )
}

/** The same file as the pages that the server has made of it. */
const exactly = (file: PreviewedFile): PreviewedFile => ({ ...file, size: 0, address: `${file.address}?exact=1` })

/** What the device keeps of a file, where no server has answered. Rejects with the error of the server where there is nothing. */
async function keptOf(file: PreviewedFile, error: unknown): Promise<KeptFile> {
  const isCut = error instanceof ApiError && error.code === 0 && error.status === 0
  const kept = isCut ? await file.kept?.() : null
  if (!kept) throw error
  return kept
}

/** An address of the copy until it is revoked. By its type alone no browser runs it: a page would be of this origin. */
const addressOf = ({ content, preview }: KeptFile): string =>
  URL.createObjectURL(
    new Blob([content], { type: preview.kind === 'pdf' ? 'application/pdf' : 'application/octet-stream' }),
  )

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
  /** The copy of the device is shown: the page that shows PDF files cannot be had. */
  isCopy: boolean
  /** null until the server has answered. */
  preview: FilePreview | null
  onFailed: () => void
}

function Content({ file, isCopy, preview, onFailed: fail, ...around }: ContentProps) {
  const say = useWords()
  switch (preview?.kind) {
    case undefined:
      return <Skeleton lines={6} />
    case 'picture':
      return <img className={css.image} src={file.address} alt={file.name} onError={fail} />
    case 'pdf':
      if (isCopy && !navigator.pdfViewerEnabled) {
        return <ErrorCard what={say('copyPdf')} advice={file.save && say('failedAdvice')} />
      }
      if (preview.viewer && !isCopy) {
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
      return (
        <Blocks
          preview={preview}
          name={say('content', { name: file.name })}
          isSaved={file.save !== undefined}
          sought={file.sought}
        />
      )
    case 'none':
      return <ErrorCard what={say('impossible')} advice={file.save && say('failedAdvice')} />
  }
}
