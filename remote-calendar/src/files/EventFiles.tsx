import type { EventFile } from '@yanshu/contracts'
import { http, intents, useAnswered, useSwitch } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
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
  const isAnswered = useAnswered('files.save')
  const kept = files.filter(({ link }) => !link).map(({ fileId, name }) => ({ fileId, name }))
  const isOffered = useSwitch('netdiskEnable') && isAnswered && kept.length > 0
  return (
    <>
      <ul className={css.list} aria-label={say('list')}>
        {files.map((file) => (
          <li key={file.fileId || file.link}>
            {file.link ? (
              <LinkRow file={file} />
            ) : (
              <AttachmentTile
                name={file.name}
                size={file.size}
                // The shell shows what went wrong.
                onDownload={() => void http.download(`file/event/${file.fileId}`, file.name).catch(() => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
      {isOffered && (
        <Button
          size="small"
          variant="text"
          onClick={() => void intents.send('files.save', { files: kept }).catch(() => undefined)}
        >
          {say('keep')}
        </Button>
      )}
    </>
  )
}
