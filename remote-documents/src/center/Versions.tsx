import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, Dialog, notify } from '@yanshu/ui'
import { type ChangeEvent, useRef, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { download, refresh } from './commands.ts'
import type { DocumentRow } from './documentKind.ts'

interface VersionsProps {
  file: DocumentRow
  onClose: () => void
}

/** The versions of a file: each can be downloaded, and made the newest one; a new one is uploaded. */
export default function Versions({ file, onClose }: VersionsProps) {
  const say = useWords()
  const { bytes, dayTime } = useFormat()
  const { documentId } = file
  const { data } = useQuery({
    queryKey: ['documents', 'versions', documentId],
    queryFn: () => http.get('documents/versions', { documentId }),
  })
  const restore = async (version: number) => {
    await http.post('documents/version/restore', { documentId, version })
    notify.success(say('versionRestored'))
    refresh()
    onClose()
  }
  return (
    <Dialog open light title={say('versions')} onClose={onClose}>
      <Editing file={file} onClose={onClose} />
      <ul className={css.versions} aria-label={file.name}>
        {data?.list.map(({ version, size, createdAt }, at) => (
          <li key={version}>
            <span className={css.name}>
              {say('version', { number: version })} · {dayTime(createdAt)} · {bytes(size)}
            </span>
            <a href={http.fileUrl(`file/document/${documentId}`, { version })} download>
              {say('download')}
            </a>
            {at === 0 ? (
              <span className={css.quiet}>{say('newest')}</span>
            ) : (
              <Button size="small" onClick={() => void restore(version).catch(() => undefined)}>
                {say('restoreVersion')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Edits the file with a program of the device: it is locked and downloaded, and comes back as a new version. */
function Editing({ file, onClose }: VersionsProps) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const { documentId, lockedBy, lockedHere, access } = file
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      notify.success(done)
      refresh()
      onClose()
    } catch {
      // The call has shown why.
      setBusy(false)
    }
  }
  const upload = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    if (!chosen) return
    const query = { documentId, size: chosen.size }
    void run(() => http.upload('documents/version/upload', chosen, { query }), say('versionUploaded'))
  }
  const edit = () =>
    run(async () => {
      await http.post('documents/lock', { documentId })
      download([documentId])
    }, say('lockedForYou'))
  const unlock = async () => {
    const yes =
      lockedHere ||
      (await confirm({
        title: say('unlockTitle', { name: lockedBy }),
        text: say('unlockText'),
        yes: say('unlock'),
        no: say('cancel'),
        danger: true,
      }))
    if (yes) await run(() => http.post('documents/unlock', { documentId }), say('unlocked'))
  }
  const isOfOther = lockedBy !== '' && !lockedHere
  return (
    <div className={css.shareTools}>
      {isOfOther && <span>{say('lockedBy', { name: lockedBy })}</span>}
      <input ref={input} type="file" hidden onChange={upload} />
      <Button size="small" icon="upload" loading={busy} onClick={() => input.current?.click()}>
        {say('uploadVersion')}
      </Button>
      {lockedBy === '' && (
        <Button size="small" icon="edit" disabled={busy} onClick={() => void edit()}>
          {say('editElsewhere')}
        </Button>
      )}
      {(lockedHere || (isOfOther && (access === 'own' || access === 'manage'))) && (
        <Button size="small" variant="text" disabled={busy} onClick={() => void unlock()}>
          {say('unlock')}
        </Button>
      )}
    </div>
  )
}
