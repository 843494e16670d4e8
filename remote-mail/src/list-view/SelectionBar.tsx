import type { FolderRole } from '@yanshu/contracts'
import { lazyPart, useFormat } from '@yanshu/shell-api'
import {
  afterPaint,
  Checkbox,
  countSelected,
  cx,
  EVERYTHING,
  IconButton,
  Menu,
  NOTHING,
  onlySelected,
  type Selection,
  withSelected,
} from '@yanshu/ui'
import { type Dispatch, type SetStateAction, Suspense, useEffect, useRef, useState } from 'react'
import { markSeen, moveTo, recover, remove, star, toggleLabel } from '../actions/commands.ts'
import { onWhole } from '../list-window/listQuery.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import type { MailWindow } from '../mailbox/mailKind.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { LabelPicker, MovePicker } from '../move-picker/MovePicker.tsx'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { isMarkedWhole } from './isMarkedWhole.ts'
import css from './ListHeader.module.css'
import type { ListCommands } from './listCommands.ts'
import type { MailAction } from './mailActions.ts'
import { mailEntries } from './mailMenu.ts'
import type { RowLabels } from './useLabels.ts'

interface SelectionBarProps {
  selection: Selection
  list: MailWindow
  commands: ListCommands
  role?: FolderRole | undefined
  folderId?: number | undefined
  labels: RowLabels
  onSelection: Dispatch<SetStateAction<Selection>>
  /** Opened by the keyboard: the choice of a folder or of labels. */
  asked: 'move' | 'label' | null
  onAsked: () => void
}

const BulkBar = lazyPart(async () => ({ default: (await fetchTriage()).BulkBar }))

/** Deselects mails that come into a list after it was marked as a whole. */
function useLeavingOut({ query }: MailWindow, { kind }: Selection, onSelection: SelectionBarProps['onSelection']) {
  const isWhole = kind === 'all'
  useEffect(() => {
    if (!isWhole) return
    const { belongs } = mailbox().kind.rulesOf(query)
    return mailbox().cache.onChange((changes) => {
      const came = changes.filter(
        ({ arrival, before, after }) =>
          arrival &&
          (query.kind === 'own' && query.whole
            ? after?.mailboxId === query.folderId && before?.mailboxId !== query.folderId
            : belongs(after, false) && !belongs(before, false)),
      )
      if (came.length > 0)
        onSelection((now) =>
          withSelected(
            now,
            came.map(({ id }) => String(id)),
            false,
          ),
        )
    })
  }, [query, isWhole, onSelection])
}

/** Stands in place of the header while mails are selected, with what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, list, commands, role, folderId, labels, onSelection, asked, onAsked } = props
  const total = list.length
  const say = useWords()
  const format = useFormat()
  const move = useRef<HTMLButtonElement>(null)
  const label = useRef<HTMLButtonElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'move' | 'label' | 'more' | null>(null)
  const [busy, setBusy] = useState(false)
  const leaving = useRef(false)
  const count = countSelected(selection, total)
  const shown = asked ?? open
  useLeavingOut(list, selection, onSelection)
  const close = () => {
    setOpen(null)
    onAsked()
  }

  /** Clears the selection after its mails have gone: removing this bar with its menus takes as long again. */
  const leave = () => {
    leaving.current = true
    afterPaint(() => {
      leaving.current = false
      onSelection(NOTHING)
    })
  }
  /** Does something with the ids of the selection; of a whole list they are asked for first. False keeps the selection. */
  const withIds = async (
    work: (ids: readonly number[]) => boolean | Promise<boolean>,
    { action, keepsRows = false }: { action?: MailAction; keepsRows?: boolean } = {},
  ) => {
    if (busy || leaving.current) return
    const ofRows = keepsRows ? undefined : list.query
    if (selection.kind === 'some') {
      const rows = [...selection.keys].map(Number)
      const done = onWhole(ofRows, rows, work, action)
      if (done === true || (await done)) leave()
      return
    }
    setBusy(true)
    try {
      const ids = await commands.idsOf(selection)
      if (ids && (await onWhole(ofRows, ids, work, action))) onSelection(NOTHING)
    } finally {
      setBusy(false)
    }
  }
  /** Does something and clears the selection, or keeps it. */
  const act = (work: (ids: readonly number[]) => void, keep: 'keep' | 'clear', action?: MailAction) =>
    void withIds(
      (ids) => {
        work(ids)
        return keep === 'clear'
      },
      action ? { action } : {},
    )
  /** Menus show what all selected mails have in common, so a selection of everything becomes one of these mails. */
  const openMenu = (which: 'label' | 'more') =>
    void withIds(
      (ids) => {
        if (selection.kind === 'all') onSelection(onlySelected(ids.map(String)))
        setOpen(which)
        return false
      },
      { keepsRows: true },
    )
  const rows = (): readonly MailRow[] =>
    selection.kind === 'some'
      ? [...selection.keys].map((key) => mailbox().cache.row(Number(key))).filter((row) => row !== undefined)
      : []

  if (selection.kind === 'all' && isMarkedWhole(selection, list.query, total)) {
    return (
      <Suspense fallback={null}>
        <BulkBar
          query={list.query}
          except={selection.except}
          role={role}
          folderId={folderId}
          asked={asked}
          onAsked={onAsked}
          onSelection={onSelection}
        />
      </Suspense>
    )
  }

  return (
    <div role="toolbar" aria-label={say('select.bar')} aria-busy={busy} className={cx(css.header, css.bar)}>
      <Checkbox
        label={say('select.all')}
        hideLabel
        checked={count === total}
        mixed={count < total}
        onChange={() => onSelection(count < total ? EVERYTHING : NOTHING)}
        className={css.all}
      />
      <span className={css.count} aria-live="polite">
        {say('select.count', { count: format.count(count) })}
      </span>
      {role === 'trash' && (
        <IconButton icon="undo" label={say('action.recover')} onClick={() => act(recover, 'clear')} />
      )}
      <IconButton
        icon="trash"
        label={say(role === 'trash' ? 'action.deleteForGood' : role === 'drafts' ? 'action.discard' : 'action.delete')}
        shortcut="#"
        onClick={() => void withIds(remove)}
      />
      {role !== 'drafts' && (
        <IconButton
          ref={move}
          icon="move"
          label={say('action.moveTo')}
          shortcut="v"
          aria-haspopup="dialog"
          onClick={() => setOpen('move')}
        />
      )}
      <IconButton
        icon="mail-open"
        className={css.spare}
        label={say('action.markSeen')}
        shortcut="Shift+I"
        onClick={() => act((ids) => markSeen(ids, true), 'keep')}
      />
      <IconButton
        icon="star"
        className={css.roomy}
        label={say('action.star')}
        shortcut="s"
        onClick={() => act((ids) => star(ids, 1), 'keep', 'star')}
      />
      <IconButton
        ref={label}
        icon="label"
        className={css.inMenu}
        label={say('action.label')}
        shortcut="l"
        aria-haspopup="dialog"
        onClick={() => openMenu('label')}
      />
      <IconButton
        ref={more}
        icon="more"
        label={say('action.more')}
        aria-haspopup="menu"
        onClick={() => openMenu('more')}
      />
      <IconButton icon="close" label={say('select.none')} onClick={() => onSelection(NOTHING)} />
      <MovePicker
        open={shown === 'move'}
        anchor={move}
        current={folderId}
        onClose={close}
        onPick={(folder) => act((ids) => moveTo(ids, folder), 'clear')}
      />
      <LabelPicker
        open={shown === 'label'}
        anchor={label}
        rows={shown === 'label' ? rows() : []}
        labels={labels}
        onToggle={(id, on) => act((ids) => toggleLabel(ids, id, on), 'keep')}
        onClose={close}
      />
      <Menu
        open={shown === 'more'}
        anchor={more}
        items={
          shown === 'more'
            ? mailEntries({
                rows: rows(),
                role,
                query: list.query,
                onMove: () => setOpen('move'),
                onLabel: () => setOpen('label'),
                onLeave: () => onSelection(NOTHING),
              })
            : []
        }
        label={say('action.more')}
        onClose={close}
      />
    </div>
  )
}
