import type { LetterTemplate } from '@yanshu/contracts'
import { tabs, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Menu, type MenuEntry } from '@yanshu/ui'
import { NS } from '../write/namespace.ts'
import type { PanelProps } from './shownTool.ts'
import { putTemplate, templatesQuery } from './templates.ts'
import { waitingEntry } from './waitingEntry.ts'

/** Templates by their folders; the one that is chosen is put where the caret is. */
export function TemplateMenu({ composer, anchor, onClose, onSave }: PanelProps & { onSave: () => void }) {
  const say = useT(NS)
  const { data, error } = useQuery(templatesQuery)
  const line = ({ templateId, name }: Pick<LetterTemplate, 'templateId' | 'name'>): MenuEntry => ({
    id: `${templateId}`,
    label: name,
    icon: 'doc',
    onSelect: () => void putTemplate(composer, templateId),
  })
  const folders = Map.groupBy(data ?? [], ({ folder }) => folder)
  const loose = folders.get('') ?? []
  const items: MenuEntry[] = [
    ...(data ? [] : waitingEntry(say, error)),
    ...[...folders].flatMap(([folder, list]): MenuEntry[] =>
      folder === ''
        ? []
        : [{ kind: 'submenu', id: `folder ${folder}`, label: folder, icon: 'folder', items: list.map(line) }],
    ),
    ...loose.map(line),
    ...(data?.length === 0 ? [{ kind: 'heading', id: 'none', label: say('templates.none') } as const] : []),
    ...(data ? [{ kind: 'separator', id: 'line' } as const] : []),
    { id: 'save', label: say('templates.save'), icon: 'plus', onSelect: onSave },
    { id: 'manage', label: say('templates.manage'), onSelect: () => tabs.open('/set/templates') },
  ]
  return (
    <Menu open anchor={anchor} placement="bottom-end" items={items} label={say('tools.template')} onClose={onClose} />
  )
}
