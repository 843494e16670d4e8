import { type Attachment, DRAGGED_MAIL_FILES } from '@yanshu/contracts'
import type { PreviewedFile } from '@yanshu/files/preview'
import { http, lazyPart, useFormat, useSettings } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { AttachmentTile } from '@yanshu/ui/letter'
import { Suspense, useState } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { acting } from '../on-demand/acting.ts'
import { Highlighted } from '../search/Highlighted.tsx'
import { useSought } from '../search/useSought.ts'
import css from './Attachments.module.css'
import { useLater } from './laterParts.ts'
import { fetchSaving } from './saving/fetchSaving.ts'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview'))

const save = (files: readonly Attachment[]) => fetchSaving().then(({ saveFiles }) => saveFiles(files))

const previewed = (file: Attachment, terms: readonly string[]): PreviewedFile => ({
  id: file.fileId,
  name: file.name,
  size: file.size,
  address: http.fileUrl(`file/show/${file.fileId}`),
  read: (signal) => http.get('file/preview', { fileId: file.fileId }, { signal, silent: true }),
  kept: () => fetchSaving().then(({ keptCopy }) => keptCopy(file.fileId)),
  save: () => save([file]).catch(() => undefined),
  sought: terms[0] ? { words: terms[0], mark: (text) => <Highlighted text={text} terms={terms} /> } : undefined,
})

interface AttachmentsProps {
  files: readonly Attachment[]
  /** Whether pictures are drawn small: not where viewing a file has conditions. */
  drawn?: boolean
}

/** Attachments as tiles, with download and preview. */
export function Attachments({ files, drawn }: AttachmentsProps) {
  const say = useWords()
  const FilePicture = useLater()?.FilePicture
  const format = useFormat()
  const { previewEnable } = useSettings()
  const terms = useSought()
  const [shown, setShown] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  if (files.length === 0) return null
  const saveAll = async () => {
    setBusy(true)
    await save(files).catch(() => undefined)
    setBusy(false)
  }
  return (
    <section className={css.attachments} aria-label={say('reading.attachments')}>
      <div className={css.attachmentsHead}>
        <h3 className={css.attachmentsTitle}>
          {say('attachment.count', {
            count: files.length,
            size: format.bytes(files.reduce((sum, file) => sum + file.size, 0)),
          })}
        </h3>
        {files.length > 1 && (
          <Button size="small" variant="text" icon="download" loading={busy} onClick={() => void saveAll()}>
            {say('attachment.saveAll')}
          </Button>
        )}
      </div>
      <ul className={css.tiles}>
        {files.map((file, at) => (
          <li
            key={file.fileId}
            draggable
            onDragStart={({ dataTransfer }) => dataTransfer.setData(DRAGGED_MAIL_FILES, JSON.stringify([file.fileId]))}
          >
            <AttachmentTile
              name={file.name}
              size={file.size}
              picture={drawn && FilePicture && <FilePicture file={file} />}
              onPreview={
                previewEnable
                  ? () => acting(fetchSaving, ({ mayShow }) => mayShow(file).then((may) => may && setShown(at)))
                  : undefined
              }
              onDownload={() => acting(fetchSaving, ({ saveFiles }) => saveFiles([file]))}
            />
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview files={files.map((file) => previewed(file, terms))} start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  )
}
