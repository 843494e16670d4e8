import type { FolderRole } from '@yanshu/contracts'
import { isSelecting } from '@yanshu/lists/view'
import { lazyPart } from '@yanshu/shell-api'
import { type Anchor, Menu, NOTHING, type Selection } from '@yanshu/ui'
import { Suspense } from 'react'
import { moveTo, toggleLabel } from '../actions/commands.ts'
import { onWhole } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import type { MailWindow } from '../mailbox/mailKind.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { LabelPicker, MovePicker } from '../move-picker/MovePicker.tsx'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { knownRow } from './knownRows.ts'
import type { ListCommands } from './listCommands.ts'
import type { Arranging } from './listProps.ts'
import { mailEntries } from './mailMenu.ts'
import type { RowLabels } from './useLabels.ts'

const FolderMenu = lazyPart(async () => ({ default: (await fetchTriage()).FolderMenu }))

/** What lies over the list: the menu of a right click or of the folder, or the choice of a folder or of labels for some mails. */
export type Layer =
  | { readonly kind: 'menu'; readonly id: number; readonly point: { readonly x: number; readonly y: number } }
  | { readonly kind: 'move' | 'label'; readonly ids: readonly number[]; readonly anchor: Anchor }
  | { readonly kind: 'folder'; readonly anchor: Anchor }

interface ListLayersProps {
  layer: Layer | null
  list: MailWindow
  onLayer: (layer: Layer) => void
  /** Closes the layer, if it is still of this kind: what a menu opens has replaced it. */
  onClose: (kind: Layer['kind']) => void
  role?: FolderRole | undefined
  folderId?: number | undefined
  labels: RowLabels
  selection: Selection
  onSelection: (selection: Selection) => void
  commands: ListCommands
  arranging?: Arranging | undefined
  onRefresh: () => void
}

const rowsOf = (ids: readonly number[]) => ids.flatMap((id) => knownRow(id) ?? [])

/** A right click on a selected mail means all that are selected. */
const idsOfMenu = (id: number, selection: Selection): readonly number[] =>
  isSelecting(selection) && selection.kind === 'some' && selection.keys.has(String(id))
    ? [...selection.keys].map(Number)
    : [id]

export function ListLayers(props: ListLayersProps) {
  const { layer, onLayer, onClose, role, folderId, labels, selection, onSelection, commands, list } = props
  const say = useWords()
  const menu = layer?.kind === 'menu' ? layer : null
  const label = layer?.kind === 'label' ? layer : null
  const move = layer?.kind === 'move' ? layer : null
  const rows = menu ? rowsOf(idsOfMenu(menu.id, selection)) : []
  const [first] = rows
  const choose = (kind: 'move' | 'label', anchor: Anchor) =>
    onLayer({ kind, ids: rows.map((row) => row.mailId), anchor })
  return (
    <>
      <Menu
        open={menu !== null}
        anchor={menu?.point ?? null}
        label={say('list.menu')}
        items={
          menu
            ? mailEntries({
                rows,
                role: role ?? (first && mailbox().roleOf(first.mailboxId)),
                query: list.query,
                onMove: () => choose('move', menu.point),
                onLabel: () => choose('label', menu.point),
                onLeave: () => rows.length === 1 && commands.leave(menu.id),
              })
            : []
        }
        onClose={() => onClose('menu')}
      />
      {layer?.kind === 'folder' && (
        <Suspense fallback={null}>
          <FolderMenu {...props} anchor={layer.anchor} onClose={() => onClose('folder')} />
        </Suspense>
      )}
      {move && (
        <MovePicker
          open
          anchor={move.anchor}
          current={folderId}
          onClose={() => onClose('move')}
          onPick={(folder) => {
            void onWhole(list.query, move.ids, (ids) => moveTo(ids, folder))
            onSelection(NOTHING)
          }}
        />
      )}
      <LabelPicker
        open={label !== null}
        anchor={label?.anchor ?? null}
        rows={label ? rowsOf(label.ids) : []}
        labels={labels}
        onToggle={(id, on) => label && void onWhole(list.query, label.ids, (ids) => toggleLabel(ids, id, on))}
        onClose={() => onClose('label')}
      />
    </>
  )
}
