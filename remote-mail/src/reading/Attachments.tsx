import type { Attachment } from '@yanshu/contracts'
import { http, lazyPart, useFormat, useSettings } from '@yanshu/shell-api'
import { Button, notify } from '@yanshu/ui'
import { AttachmentTile } from '@yanshu/ui/letter'
import { Suspense, useState } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './Attachments.module.css'
import { previewKind } from './previewKind.ts'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ './Preview.tsx'))

const save = (file: Attachment) => http.download(`file/download/${file.fileId}`, file.name)

/** Attachments as tiles, with download and, where it is safe, preview. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  const t = useMailT()
  const format = useFormat()
  const { previewEnable } = useSettings()
  const [shown, setShown] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  if (files.length === 0) return null
  const previewable = files.filter((file) => previewEnable && previewKind(file) !== null)
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
        {files.map((file) => {
          const at = previewable.indexOf(file)
          return (
            <li key={file.fileId}>
              <AttachmentTile
                name={file.name}
                size={file.size}
                onPreview={at < 0 ? undefined : () => setShown(at)}
                onDownload={() => void save(file).catch(() => undefined)}
              />
            </li>
          )
        })}
      </ul>
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview files={previewable} start={shown} onClose={() => setShown(null)} onSave={save} />
        </Suspense>
      )}
    </section>
  )
}
