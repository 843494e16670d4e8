import { type Attachment, DRAGGED_MAIL_FILES } from '@yanshu/contracts'
import type { PreviewedFile } from '@yanshu/files/preview'
import { http, lazyPart, useFormat, useSettings } from '@yanshu/shell-api'
import { Button, notify } from '@yanshu/ui'
import { AttachmentTile } from '@yanshu/ui/letter'
import { Suspense, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './Attachments.module.css'
import { useLater } from './laterParts.ts'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview'))

const save = (file: Attachment) => http.download(`file/download/${file.fileId}`, file.name)

const previewed = (file: Attachment): PreviewedFile => ({
  id: file.fileId,
  name: file.name,
  size: file.size,
  address: http.fileUrl(`file/show/${file.fileId}`),
  read: (signal) => http.get('file/preview', { fileId: file.fileId }, { signal, silent: true }),
  save: () => save(file).catch(() => undefined),
})

interface AttachmentsProps {
  files: readonly Attachment[]
  /** Whether pictures are drawn small: not where viewing a file has conditions. */
  drawn?: boolean
}

/** Attachments as tiles, with download and preview. */
export function Attachments({ files, drawn }: AttachmentsProps) {
  const t = useMailT()
  const FilePicture = useLater()?.FilePicture
  const format = useFormat()
  const { previewEnable } = useSettings()
  const [shown, setShown] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  if (files.length === 0) return null
  const saveAll = async () => {
    setBusy(true)
    try {
      // One after the other: browsers drop downloads that begin together.
      for (const file of files) await save(file)
      notify.success(t('attachment.savedAll', { count: files.length }))
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.attachments} aria-label={t('reading.attachments')}>
      <div className={css.attachmentsHead}>
        <h3 className={css.attachmentsTitle}>
          {t('attachment.count', {
            count: files.length,
            size: format.bytes(files.reduce((sum, file) => sum + file.size, 0)),
          })}
        </h3>
        {files.length > 1 && (
          <Button size="small" variant="text" icon="download" loading={busy} onClick={() => void saveAll()}>
            {t('attachment.saveAll')}
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
              onPreview={previewEnable ? () => setShown(at) : undefined}
              onDownload={() => void save(file).catch(() => undefined)}
            />
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview files={files.map(previewed)} start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  )
}
