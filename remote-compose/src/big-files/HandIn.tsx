import { type HandInRoom, UPLOAD_REQUEST_NAME_MAX } from '@yanshu/contracts'
import { ApiError, useFormat } from '@yanshu/shell-api'
import { Button, Icon, TextField } from '@yanshu/ui'
import { createUploads, DropTarget, type UploadedFile, type UploadItem, UploadShelf } from '@yanshu/ui/upload'
import { useEffect, useMemo, useRef, useState } from 'react'
import css from './bigFiles.module.css'
import { handInUploads } from './handInUploads.ts'
import { useWords } from './useWords.ts'

interface HandInProps {
  ticket: string
  opened: HandInRoom
  /** Whether the user uploads for themselves. */
  own?: boolean
}

/** What a link still accepts, and the files that are uploaded by it. */
export function HandIn({ ticket, opened, own = false }: HandInProps) {
  const say = useWords()
  const { bytes, dayTime } = useFormat()
  const [room, setRoom] = useState(opened)
  const [sender, setSender] = useState('')
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const input = useRef<HTMLInputElement>(null)
  // What the uploads, which outlast a rendering, read when they need it.
  const [latest] = useState({ sender: '', failed: '' })
  useEffect(() => {
    Object.assign(latest, { sender, failed: say('failed') })
  })
  const uploads = useMemo(() => {
    const parts = handInUploads(ticket, () => latest.sender.trim(), setRoom)
    return createUploads<UploadedFile>({
      upload: async (file, how) => {
        await parts.upload(file, how)
        return { name: file.name, size: file.size }
      },
      isResumable: () => true,
      forget: (file) => void parts.end(file),
      wordsFor: (error) => (error instanceof ApiError ? error.message : latest.failed),
      onChange: setItems,
    })
  }, [ticket, latest])
  useEffect(() => () => uploads.clear(), [uploads])
  const coming = items.filter(({ state }) => state !== 'done')
  const done = items.filter(({ state }) => state === 'done')
  const isFull = (room.filesLeft === 0 || room.bytesLeft === 0) && coming.length === 0
  const add = (files: readonly File[]) => uploads.add(files)
  return (
    <DropTarget className={css.part} onFiles={add} onPictures={add}>
      {!own && <h2>{say('to', { owner: room.owner, title: room.title })}</h2>}
      <p role="status">
        {isFull
          ? say('full')
          : say('room', {
              files: room.filesLeft,
              size: bytes(room.bytesLeft),
              each: bytes(Math.min(room.fileSizeMax, room.bytesLeft)),
              time: dayTime(room.expiresAt),
            })}
      </p>
      {!own && (
        <TextField label={say('sender')} value={sender} onChange={setSender} maxLength={UPLOAD_REQUEST_NAME_MAX} />
      )}
      <div className={css.tools}>
        <Button variant="primary" icon="upload" disabled={isFull} onClick={() => input.current?.click()}>
          {say('choose')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={say('choose')}
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <p className={css.quiet}>{say('drop')}</p>
      <UploadShelf items={coming} uploads={uploads} limit={opened.bytesLeft} />
      {done.length > 0 && (
        <section aria-label={say('received')}>
          <h3>{say('received')}</h3>
          <ul className={css.rows}>
            {done.map(({ key, name, size }) => (
              <li key={key}>
                <Icon name="check" />
                <span className={css.name}>{name}</span>
                <span className={css.quiet}>{bytes(size)}</span>
                <span className={css.quiet}>{own ? '' : say('done')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DropTarget>
  )
}
