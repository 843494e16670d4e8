import type { SlotProps } from '@yanshu/contracts'
import { go, useOnline, usePreference, useRoute } from '@yanshu/shell-api'
import { FolderTree } from '@yanshu/ui'
import css from './more.module.css'
import { useSearchMoreWords } from './moreWords.ts'
import { formOf, savedAs } from './savedForm.ts'
import { useSavedSearches } from './savedSearches.ts'
import { searchOf, searchPath } from './searchParams.ts'

const GROUP = 'group:saved'
/** The name of a search is any text, and must not be taken for another place of the sidebar. */
const idOf = (name: string) => `saved:${name}`

/** The kept searches, below the folders and as they are; nothing while there are none. */
export default function SavedSection({ collapsed, onChosen }: SlotProps<'sidebar.section'>) {
  const say = useSearchMoreWords()
  const online = useOnline()
  const { list, mayChange } = useSavedSearches()
  const { path, query } = useRoute()
  const [folded, setFolded] = usePreference('mail.savedFolded', false)
  if (!list || list.length === 0) return null
  const open = path === '/search' ? savedAs(list, searchOf(query)) : undefined
  return (
    <>
      <FolderTree
        label={say('saved.region')}
        nodes={[
          {
            id: GROUP,
            label: say('saved.region'),
            group: true,
            children: list.map(({ name }) => ({ id: idOf(name), label: name, icon: 'search' })),
          },
        ]}
        selectedId={open && idOf(open.name)}
        onSelect={(id) => {
          const saved = list.find(({ name }) => idOf(name) === id)
          if (!saved) return
          onChosen?.()
          go(searchPath(formOf(saved)), { withAnswer: true })
        }}
        expanded={new Set(folded ? [] : [GROUP])}
        onExpandedChange={(expanded) => setFolded(!expanded.has(GROUP))}
        collapsed={collapsed}
      />
      {!online && !mayChange && !collapsed && !folded && (
        <p role="status" className={css.note}>
          {say('saved.offline')}
        </p>
      )}
    </>
  )
}
