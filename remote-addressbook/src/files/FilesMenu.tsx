import { fetchPart, useLanguage } from '@yanshu/shell-api'
import { MenuButton } from '@yanshu/ui'
import { useWords } from '../useWords.ts'
import type { ExportFormat } from './openFiles.tsx'

const files = () => fetchPart(() => import('./openFiles.tsx'))

/** What is done with all contacts, or with those of a group: import, export, doubles, and taking it back. */
export function FilesMenu({ groupId }: { groupId?: number | undefined }) {
  const say = useWords()
  const csv = useLanguage() === 'en' ? 'csv-en' : 'csv-zh'
  const take = (format: ExportFormat) => () => void files().then((part) => part.exportContacts(format, groupId))
  return (
    <MenuButton
      icon="more"
      label={say('files.more')}
      items={[
        {
          id: 'import',
          label: say('files.import'),
          icon: 'upload',
          onSelect: () => void files().then((part) => part.openImport(groupId)),
        },
        { id: 'vcard4', label: say('files.vcard4'), icon: 'download', onSelect: take('vcard4') },
        { id: 'vcard3', label: say('files.vcard3'), icon: 'download', onSelect: take('vcard3') },
        { id: 'csv', label: say('files.csv'), icon: 'sheet', onSelect: take(csv) },
        {
          id: 'doubles',
          label: say('files.doubles'),
          icon: 'users',
          onSelect: () => void files().then((part) => part.openDoubles()),
        },
        {
          id: 'past',
          label: say('files.past'),
          icon: 'undo',
          onSelect: () => void files().then((part) => part.openPastImports()),
        },
      ]}
    />
  )
}
