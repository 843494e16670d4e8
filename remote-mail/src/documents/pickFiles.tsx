import { DOCUMENTS_PAGE_MAX, type DocumentItem, type IntentInput, type IntentOutput } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, Dialog, ErrorCard, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import css from './documents.module.css'
import { FolderPath, folderQuery } from './FolderPath.tsx'
import { SharedStep } from './PlaceDialog.tsx'
import { showDialog } from './showDialog.tsx'
import { useWords } from './words.ts'

/** Lets kept files be chosen in a dialog. Answers copies of them, to go with a letter or an event; none when it is closed. */
export async function pickFiles(input: IntentInput<'files.pick'>): Promise<IntentOutput<'files.pick'>> {
  const documentIds = await showDialog<readonly number[]>([], (done) => <FilePicker {...input} onDone={done} />)
  if (documentIds.length === 0) return []
  const { list } = await http.post('documents/attach', { documentIds: [...documentIds] }, { loading: true })
  return list
}

interface FilePickerProps {
  multiple?: boolean
  onDone: (documentIds: readonly number[]) => void
}

function FilePicker({ multiple = false, onDone }: FilePickerProps) {
  const say = useWords()
  const [parentId, setParentId] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
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
  const choose = (id: number) => {
    const next = new Set(multiple ? chosen : [])
    if (chosen.has(id)) next.delete(id)
    else next.add(id)
    setChosen(next)
  }
  const go = (folderId: number) => {
    setShown(DOCUMENTS_PAGE_MAX)
    setParentId(folderId)
  }
  return (
    <Dialog
      open
      title={say('pick')}
      onClose={() => onDone([])}
      footer={
        <>
          <Button onClick={() => onDone([])}>{say('cancel')}</Button>
          <Button variant="primary" disabled={chosen.size === 0} onClick={() => onDone([...chosen])}>
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

interface PickerRowProps {
  item: DocumentItem
  chosen: ReadonlySet<number>
  onGo: (folderId: number) => void
  onChoose: (documentId: number) => void
}

function PickerRow({ item: { documentId, kind, name, size }, chosen, onGo, onChoose }: PickerRowProps) {
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
      <Checkbox label={name} checked={chosen.has(documentId)} onChange={() => onChoose(documentId)} />
      <span className={css.quiet}>{bytes(size)}</span>
    </li>
  )
}
