import { DOCUMENTS_PAGE_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Dialog, ErrorCard, Skeleton } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import { FolderPath, folderQuery, placeName, SHARED_PLACE, TEAM_PLACE, useIsWritable } from '../center/FolderPath.tsx'
import css from '../documents.module.css'
import { useWords } from '../words.ts'

interface PlaceDialogProps {
  title: string
  submit: string
  onChosen: (parentId: number) => void
  onClose: () => void
  /** The choice cannot be made yet. */
  disabled?: boolean
  /** The folder that is shown first. */
  start?: number
  /** Stands above the folders. */
  children?: ReactNode
}

/** Shows the folders level by level and lets the user choose one. */
export function PlaceDialog({ title, submit, onChosen, onClose, disabled, start = 0, children }: PlaceDialogProps) {
  const say = useWords()
  const [parentId, setParentId] = useState(start)
  const { data, isError, refetch } = useFolders(parentId)
  const writable = useIsWritable(parentId)
  return (
    <Dialog
      open
      light
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            variant="primary"
            disabled={disabled || !writable}
            onClick={() => {
              onChosen(parentId)
              onClose()
            }}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
      <FolderPath parentId={parentId} onGo={setParentId} />
      {isError && <ErrorCard what={say('failed')} advice={say('failedAdvice')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton lines={4} />}
      {data?.length === 0 && <p className={css.lead}>{say('noFolders')}</p>}
      <ul className={css.places} aria-label={title}>
        {parentId === 0 && <SharedStep onGo={setParentId} />}
        {data?.map(({ documentId, name }) => (
          <li key={documentId}>
            <Button wide variant="text" icon="folder" onClick={() => setParentId(documentId)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Leads from the own files to those of teams and to what others share. */
export function SharedStep({ onGo }: { onGo: (folderId: number) => void }) {
  const say = useWords()
  return [TEAM_PLACE, SHARED_PLACE].map((place) => (
    <li key={place}>
      <Button wide variant="text" icon="contacts" onClick={() => onGo(place)}>
        {say(placeName(place))}
      </Button>
    </li>
  ))
}

/** The folders of a folder: they stand before all files, so they are asked for until the first file comes. */
const useFolders = (parentId: number) =>
  useQuery({
    queryKey: ['documents', 'folders', parentId],
    queryFn: async () => {
      const folders = []
      for (let offset = 0; ; offset += DOCUMENTS_PAGE_MAX) {
        const query = { ...folderQuery(parentId), offset, pageSize: DOCUMENTS_PAGE_MAX }
        const { list } = await http.get('documents/list', query, { silent: true })
        folders.push(...list.filter(({ kind }) => kind === 'folder'))
        if (list.length < DOCUMENTS_PAGE_MAX || list.at(-1)?.kind === 'file') return folders
      }
    },
    retry: false,
  })
