import type { EventFile } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { AttachmentTile } from '@yanshu/ui/letter'
import css from './files.module.css'
import { LinkRow } from './LinkRow.tsx'
import { useFileWords } from './words.ts'

export interface EventFilesProps {
  files: readonly EventFile[]
}

/** The files of an event, to be read. */
export default function EventFiles({ files }: EventFilesProps) {
  const say = useFileWords()
  return (
    <ul className={css.list} aria-label={say('list')}>
      {files.map((file) => (
        <li key={file.fileId || file.link}>
          {file.link ? (
            <LinkRow file={file} />
          ) : (
            <AttachmentTile
              name={file.name}
              size={file.size}
              // The shell says what went wrong.
              onDownload={() => void http.download(`file/event/${file.fileId}`, file.name).catch(() => undefined)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
