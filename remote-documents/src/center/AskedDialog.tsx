import { documentNameProblem } from '@yanshu/contracts'
import { ApiError, http, lazyPart, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, notify } from '@yanshu/ui'
import { NameDialog } from '@yanshu/ui/folders'
import { Suspense } from 'react'
import { PlaceDialog } from '../between/PlaceDialog.tsx'
import css from '../documents.module.css'
import { GrantDialog } from '../sharing/GrantDialog.tsx'
import { ShareDialog } from '../sharing/ShareDialog.tsx'
import { useWords } from '../words.ts'
import { copyInto, moveInto, refresh } from './commands.ts'
import type { DocumentRow } from './documentKind.ts'

const Shares = lazyPart(() => import(/* webpackChunkName: "later-shares" */ '../sharing/Shares.tsx'))

/** What a dialog of the document center is about. */
export type Asked =
  | { readonly kind: 'newFolder'; readonly parentId: number }
  | { readonly kind: 'rename'; readonly file: DocumentRow }
  | { readonly kind: 'versions'; readonly file: DocumentRow }
  | { readonly kind: 'share'; readonly ids: readonly number[] }
  /** `start` is the folder that is shown first. */
  | { readonly kind: 'move' | 'copy'; readonly ids: readonly number[]; readonly start: number }
  | { readonly kind: 'people'; readonly file: DocumentRow }
  | { readonly kind: 'shares' }

interface AskedDialogProps<A extends Asked = Asked> {
  asked: A
  onClose: () => void
}

export function AskedDialog({ asked, onClose }: AskedDialogProps) {
  const say = useWords()
  if (asked.kind === 'newFolder' || asked.kind === 'rename') return <Naming asked={asked} onClose={onClose} />
  if (asked.kind === 'versions') return <Versions asked={asked} onClose={onClose} />
  if (asked.kind === 'shares')
    return (
      <Suspense fallback={null}>
        <Shares onClose={onClose} />
      </Suspense>
    )
  if (asked.kind === 'people') return <GrantDialog file={asked.file} onClose={onClose} />
  if (asked.kind === 'share') return <ShareDialog ids={asked.ids} onClose={onClose} />
  const { kind, ids, start } = asked
  return (
    <PlaceDialog
      title={say(kind)}
      submit={say(kind === 'move' ? 'moveHere' : 'copyHere')}
      start={start}
      onClose={onClose}
      onChosen={(parentId) => void (kind === 'move' ? moveInto : copyInto)(ids, parentId)}
    />
  )
}

/** Asks for the name of a new folder, or another one of what is there. */
function Naming({ asked, onClose }: AskedDialogProps<Extract<Asked, { kind: 'newFolder' | 'rename' }>>) {
  const say = useWords()
  const isNew = asked.kind === 'newFolder'
  const save = async (name: string) => {
    if (isNew) await http.post('documents/folder', { parentId: asked.parentId, name }, { silent: true })
    else await http.post('documents/rename', { documentId: asked.file.documentId, name }, { silent: true })
    refresh()
  }
  return (
    <NameDialog
      request={{
        title: say(isNew ? 'newFolder' : 'rename'),
        label: say(isNew ? 'folderName' : 'fileName'),
        submit: say(isNew ? 'create' : 'save'),
        name: isNew ? '' : asked.file.name,
        save,
      }}
      problemOf={(name) => {
        const problem = documentNameProblem(name.trim())
        return problem && say(`nameProblem.${problem}`)
      }}
      refusalOf={(error) => (error instanceof ApiError ? error.message : null)}
      onClose={onClose}
    />
  )
}

/** The versions of a file: each can be downloaded, and made the newest one. */
function Versions({ asked: { file }, onClose }: AskedDialogProps<Extract<Asked, { kind: 'versions' }>>) {
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
