import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon } from '@yanshu/ui'
import css from '../documents.module.css'
import { useWords } from '../words.ts'

/** Stands for the place of what others share, where folders are named by their numbers. */
export const SHARED_PLACE = -1
/** The same for the folders of teams. */
export const TEAM_PLACE = -2

/** What a list is asked for, for a folder or the place of what others share. */
export const folderQuery = (folderId: number) =>
  folderId < 0 ? { place: placeName(folderId) } : { parentId: folderId }

/** The place that a number below 0 stands for. */
export const placeName = (folderId: number): 'team' | 'shared' => (folderId === TEAM_PLACE ? 'team' : 'shared')

/** The folders from the outermost one to this one, and what may be done here. */
export const useFolder = (parentId: number) =>
  useQuery({
    queryKey: ['documents', 'path', parentId],
    queryFn: async () => {
      const {
        path,
        access,
        team = false,
      } = await http.get('documents/list', { parentId, pageSize: 1 }, { silent: true })
      return { path, access, team }
    },
    enabled: parentId > 0,
    retry: false,
  })

/** Whether files may be put into a folder. */
export function useIsWritable(parentId: number): boolean {
  const { data } = useFolder(parentId)
  return parentId === 0 || (data !== undefined && parentId > 0 && data.access !== 'view')
}

interface FolderPathProps {
  parentId: number
  onGo: (folderId: number) => void
}

/** The way to a folder; each step of it leads there. */
export function FolderPath({ parentId, onGo }: FolderPathProps) {
  const say = useWords()
  const { data, isError } = useFolder(parentId)
  const there = parentId > 0 && !isError ? data : undefined
  const isOfOthers = parentId < 0 || (there !== undefined && there.access !== 'own')
  const place = there?.team ? TEAM_PLACE : parentId < 0 ? parentId : SHARED_PLACE
  const steps = [
    { documentId: 0, name: say('folder') },
    ...(isOfOthers ? [{ documentId: place, name: say(placeName(place)) }] : []),
    ...(there?.path ?? []),
  ]
  return (
    <nav aria-label={say('path')}>
      <ol className={css.path}>
        {steps.map(({ documentId, name }, at) => (
          <li key={documentId}>
            {at > 0 && <Icon name="chevron-right" size={16} />}
            <Button
              size="small"
              variant="text"
              aria-current={documentId === parentId ? 'page' : undefined}
              onClick={() => onGo(documentId)}
            >
              {name}
            </Button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
