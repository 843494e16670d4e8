import type { Attachment } from '@yanshu/contracts'
import { http, useFormat, useShortcuts } from '@yanshu/shell-api'
import { Button, Dialog, ErrorCard, IconButton, Skeleton } from '@yanshu/ui'
import { FileName } from '@yanshu/ui/letter'
import { useEffect, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import { firstBytes } from './firstBytes.ts'
import css from './Preview.module.css'
import { previewKind } from './previewKind.ts'

interface PreviewProps {
  files: readonly Attachment[]
  start: number
  onClose: () => void
  onSave: (file: Attachment) => Promise<void>
}

/** Looks at attachments one after the other without leaving the mail. */
export default function Preview({ files, start, onClose, onSave }: PreviewProps) {
  const t = useMailT()
  const format = useFormat()
  const [at, setAt] = useState(start)
  const file = files[at]
  const step = (by: number) => setAt((now) => (now + by + files.length) % files.length)
  const group = t('preview.group')
  // It is a dialog itself, and has no field.
  useShortcuts(
    [
      { keys: 'ArrowRight', label: t('preview.next'), group, allowInInput: true, run: () => step(1) },
      { keys: 'ArrowLeft', label: t('preview.previous'), group, allowInInput: true, run: () => step(-1) },
    ],
    files.length > 1,
  )
  if (!file) return null
  return (
    <Dialog open light wide title={t('preview.title')} onClose={onClose} className={css.dialog}>
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
            <IconButton icon="chevron-left" label={t('preview.previous')} onClick={() => step(-1)} />
            <IconButton icon="chevron-right" label={t('preview.next')} onClick={() => step(1)} />
          </>
        )}
        <Button size="small" icon="download" onClick={() => void onSave(file).catch(() => undefined)}>
          {t('attachment.save')}
        </Button>
      </div>
      <div className={css.stage}>
        <Shown key={file.fileId} file={file} />
      </div>
    </Dialog>
  )
}

function Shown({ file }: { file: Attachment }) {
  const t = useMailT()
  const [failed, setFailed] = useState(false)
  const address = http.fileUrl(`file/show/${file.fileId}`)
  if (failed) return <ErrorCard what={t('preview.failed')} advice={t('preview.failedAdvice')} />
  switch (previewKind(file)) {
    case 'image':
      return <img className={css.image} src={address} alt={file.name} onError={() => setFailed(true)} />
    case 'pdf':
      return <iframe className={css.document} src={`${address}#view=FitH`} title={file.name} />
    case 'text':
      return <TextFile address={address} onFailed={() => setFailed(true)} />
    case null:
      return <ErrorCard what={t('preview.impossible')} advice={t('preview.failedAdvice')} />
  }
}

/** Bytes of a text that are fetched and shown; the rest is for an editor. */
const MOST_BYTES = 1_000_000

function TextFile({ address, onFailed }: { address: string; onFailed: () => void }) {
  const t = useMailT()
  const [file, setFile] = useState<{ text: string; whole: boolean } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each file
  useEffect(() => {
    const control = new AbortController()
    fetch(address, { signal: control.signal })
      .then((response) => firstBytes(response, MOST_BYTES))
      .then(({ bytes, whole }) => setFile({ text: decodeText(bytes), whole }))
      .catch(() => {
        if (!control.signal.aborted) onFailed()
      })
    return () => control.abort()
  }, [address])
  if (file === null) return <Skeleton lines={6} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard
    <section className={css.text} tabIndex={0} aria-label={t('preview.text')}>
      <pre>{file.text}</pre>
      {!file.whole && <p>{t('preview.cut')}</p>}
    </section>
  )
}

/** Text files name no charset: UTF-8 if they are that, else the charset of most Chinese files. */
function decodeText(bytes: Uint8Array): string {
  try {
    // A letter that the end cuts in two is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
