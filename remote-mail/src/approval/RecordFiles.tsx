import type { ApprovalRecord } from '@yanshu/contracts'
import type { PreviewedFile } from '@yanshu/files/preview'
import { http, lazyPart, useFormat, useSettings } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { Suspense, useState } from 'react'
import css from './approval.module.css'
import { Marked } from './RecordContext.tsx'
import { useApprovalWords } from './words.ts'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview'))

type Mail = NonNullable<ApprovalRecord['mail']>
type RecordFile = Mail['attachments'][number]

/** Whether the text shows a file. One that is no picture is listed, whatever the text does with it. */
const isInText = ({ html }: Mail, { contentId, contentType }: RecordFile): boolean =>
  contentId !== null && contentType.startsWith('image/') && html?.includes(`cid:${contentId}`) === true

/** The files of a mail that needs approval: shown in place, and saved where that is allowed. */
export function RecordFiles({ record, mail }: { record: ApprovalRecord; mail: Mail }) {
  const say = useApprovalWords()
  const { bytes } = useFormat()
  const { previewEnable } = useSettings()
  const [shown, setShown] = useState<number | null>(null)
  const { recordId, mayDownload, restricted = false, words } = record
  const files = mail.attachments.filter((file) => !isInText(mail, file))
  if (files.length === 0) return null
  const save = ({ fileId, name }: RecordFile) =>
    http.download(`file/approval/${recordId}/${fileId}`, name).catch(() => undefined)
  const previewed = (file: RecordFile): PreviewedFile => ({
    id: file.fileId,
    name: file.name,
    size: file.size,
    address: http.fileUrl(`file/approvalShown/${recordId}/${file.fileId}`),
    read: (signal) =>
      http.get('mail/main/approval/filePreview', { recordId, fileId: file.fileId }, { signal, silent: true }),
    save: mayDownload ? () => save(file) : undefined,
  })
  return (
    <section className={css.part} aria-label={say('files')}>
      <h3>{say('files')}</h3>
      <ul className={css.files}>
        {files.map((file, at) => (
          <li key={file.fileId} className={css.line}>
            <span>
              <Marked text={file.name} words={words} />
            </span>
            <span className={css.quiet}>{bytes(file.size)}</span>
            {previewEnable && (
              <Button
                size="small"
                variant="text"
                icon="eye"
                aria-label={say('preview', { name: file.name })}
                onClick={() => setShown(at)}
              >
                {say('preview', { name: '' })}
              </Button>
            )}
            {mayDownload && (
              <Button
                size="small"
                variant="text"
                icon="download"
                aria-label={say('download', { name: file.name })}
                onClick={() => void save(file)}
              >
                {say('download', { name: '' })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!mayDownload && <p className={css.quiet}>{say(restricted ? 'noDownloadRestricted' : 'noDownload')}</p>}
      {shown !== null && (
        <Suspense fallback={null}>
          <Preview files={files.map(previewed)} start={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  )
}
