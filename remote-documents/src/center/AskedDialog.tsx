import { documentNameProblem } from '@yanshu/contracts'
import { ApiError, http, lazyPart } from '@yanshu/shell-api'
import { NameDialog } from '@yanshu/ui/folders'
import { Suspense } from 'react'
import { PlaceDialog } from '../between/PlaceDialog.tsx'
import { GrantDialog } from '../sharing/GrantDialog.tsx'
import { ShareDialog } from '../sharing/ShareDialog.tsx'
import { useWords } from '../words.ts'
import type { Asked } from './asked.ts'
import { copyInto, moveInto, refresh } from './commands.ts'

const Shares = lazyPart(() => import('../sharing/Shares.tsx'))

const Versions = lazyPart(() => import('./Versions.tsx'))

interface AskedDialogProps<A extends Asked = Asked> {
  asked: A
  onClose: () => void
}

export function AskedDialog({ asked, onClose }: AskedDialogProps) {
  const say = useWords()
  if (asked.kind === 'newFolder' || asked.kind === 'rename') return <Naming asked={asked} onClose={onClose} />
  if (asked.kind === 'versions' || asked.kind === 'shares')
    return (
      <Suspense fallback={null}>
        {asked.kind === 'shares' ? <Shares onClose={onClose} /> : <Versions file={asked.file} onClose={onClose} />}
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
