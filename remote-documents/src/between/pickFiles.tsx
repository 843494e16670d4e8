import {
  DOCUMENTS_PAGE_MAX,
  type DocumentItem,
  type DocumentShare,
  draggedDocuments,
  type IntentInput,
  type IntentOutput,
} from '@yanshu/contracts'
import { showDialog } from '@yanshu/files/dialog'
import { http, intents, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, Dialog, ErrorCard, notify, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { documents } from '../center/documentKind.ts'
import { FolderPath, folderQuery } from '../center/FolderPath.tsx'
import css from '../documents.module.css'
import { shareAddress } from '../sharing/CopyLink.tsx'
import { ShareDialog } from '../sharing/ShareDialog.tsx'
import { say, useWords } from '../words.ts'
import { SharedStep } from './PlaceDialog.tsx'

/** Files that one call makes copies of. */
const ATTACHED_MAX = 100

/** Lets kept files be chosen in a dialog. Answers copies of them, to go with a letter or an event; none when it is closed. */
export async function pickFiles(input: IntentInput<'files.pick'>): Promise<IntentOutput<'files.pick'>> {
  const documentIds = input.dragged
    ? attachable(draggedDocuments(input.dragged))
    : await showDialog<readonly number[]>([], (done) => <FilePicker {...input} onDone={done} />)
  if (documentIds.length === 0) return []
  const { list } = await http.post('documents/attach', { documentIds: [...documentIds] }, { loading: true })
  return list
}

/** Those of some documents that go with a letter, with a notice where that is not all of them. */
function attachable(documentIds: readonly number[]): readonly number[] {
  const files = documentIds.filter((id) => documents().cache.row(id)?.kind !== 'folder')
  if (files.length > ATTACHED_MAX) {
    notify.warning(say('tooMany', { count: ATTACHED_MAX }))
    return []
  }
  if (files.length < documentIds.length) notify.warning(say('foldersLeftOut'))
  return files
}

interface FilePickerProps extends IntentInput<'files.pick'> {
  onDone: (documentIds: readonly number[]) => void
}

function FilePicker({ multiple = false, links = false, onDone }: FilePickerProps) {
  const say = useWords()
  const { exactTime } = useFormat()
  const [parentId, setParentId] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyMap<number, DocumentItem>>(new Map())
  const [sharing, setSharing] = useState(false)
  const [shown, setShown] = useState(DOCUMENTS_PAGE_MAX)
  const { data, isError, refetch } = useQuery({
    queryKey: ['documents', 'picker', parentId, shown],
    queryFn: async () => {
      const list: DocumentItem[] = []
      for (;;) {
        const query = { ...folderQuery(parentId), offset: list.length, pageSize: DOCUMENTS_PAGE_MAX }
        const page = await http.get('documents/list', query, { silent: true })
        list.push(...page.list)
        if (list.length >= shown || page.list.length < DOCUMENTS_PAGE_MAX) return { list, total: page.total }
      }
    },
    placeholderData: (before) => before,
    retry: false,
  })
  const choose = (item: DocumentItem) => {
    const next = new Map(multiple ? chosen : [])
    if (!next.delete(item.documentId)) next.set(item.documentId, item)
    setChosen(next)
  }
  const go = (folderId: number) => {
    setShown(DOCUMENTS_PAGE_MAX)
    setParentId(folderId)
  }
  if (sharing) {
    const names = [...chosen.values()].map(({ name }) => name)
    return (
      <ShareDialog
        ids={[...chosen.keys()]}
        onMade={(share) => void insertLink(share, { names, until: exactTime(share.expiresAt), say })}
        onClose={() => onDone([])}
      />
    )
  }
  const isOwn = [...chosen.values()].every(({ access }) => access === 'own')
  return (
    <Dialog
      open
      title={say('pick')}
      onClose={() => onDone([])}
      footer={
        <>
          <Button onClick={() => onDone([])}>{say('cancel')}</Button>
          {links && (
            <Button icon="link" disabled={chosen.size === 0 || !isOwn} onClick={() => setSharing(true)}>
              {say('pickAsLink')}
            </Button>
          )}
          <Button variant="primary" disabled={chosen.size === 0} onClick={() => onDone([...chosen.keys()])}>
            {say('pickThese', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <FolderPath parentId={parentId} onGo={go} />
      {isError && <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={4} />}
      {data?.list.length === 0 && <p className={css.lead}>{say('emptyFolder')}</p>}
      <ul className={css.places} aria-label={say('list')}>
        {parentId === 0 && <SharedStep onGo={go} />}
        {data?.list.map((item) => (
          <PickerRow key={item.documentId} item={item} chosen={chosen} onGo={go} onChoose={choose} />
        ))}
        {data && data.list.length < data.total && (
          <li>
            <Button wide variant="text" onClick={() => setShown(shown + DOCUMENTS_PAGE_MAX)}>
              {say('more')}
            </Button>
          </li>
        )}
      </ul>
    </Dialog>
  )
}

interface LinkWords {
  readonly names: readonly string[]
  readonly until: string
  readonly say: ReturnType<typeof useWords>
}

/** Writes a link into the open letter, without its code: both in one mail would open the files to each who reads it. */
async function insertLink({ token }: DocumentShare, { names, until, say }: LinkWords): Promise<void> {
  const text = say('insertedLink', { names: names.join(say('comma')), address: shareAddress(token), until })
  const isInserted = await intents.send('letter.insert', { text }, { silent: true }).catch(() => false)
  if (isInserted) notify.success(say('linkInserted'))
  else notify.warning(say('linkNotInserted'))
}

interface PickerRowProps {
  item: DocumentItem
  chosen: ReadonlyMap<number, DocumentItem>
  onGo: (folderId: number) => void
  onChoose: (item: DocumentItem) => void
}

function PickerRow({ item, chosen, onGo, onChoose }: PickerRowProps) {
  const { documentId, kind, name, size, viewOnly } = item
  const { bytes } = useFormat()
  if (kind === 'folder') {
    return (
      <li>
        <Button wide variant="text" icon="folder" onClick={() => onGo(documentId)}>
          {name}
        </Button>
      </li>
    )
  }
  return (
    <li className={css.choice}>
      <Checkbox label={name} checked={chosen.has(documentId)} disabled={viewOnly} onChange={() => onChoose(item)} />
      <span className={css.quiet}>{bytes(size)}</span>
    </li>
  )
}
