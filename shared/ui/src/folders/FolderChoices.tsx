import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { KeyHint } from '../feedback/KeyHint.tsx'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { TextField } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useActiveOption } from '../hooks/useActiveOption.ts'
import { Icon } from '../icons/Icon.tsx'
import popup from '../layers/popup.module.css'
import { useWords } from '../messages/language.ts'
import { type FolderRow, type FolderSection, findFolders, type PickableFolder } from './folderRows.ts'
import css from './folders.module.css'
import { WORDS } from './words.ts'

export interface FolderChoicesProps {
  /** What is chosen. */
  of?: 'folders' | 'labels' | undefined
  /** Name of the list for screen readers: what choosing does. */
  label: string
  sections: readonly FolderSection[]
  onPick: (folder: PickableFolder) => void
  /**
   * Makes a folder of a name and resolves with it; without it none can be made. When it rejects, the name stays to be
   * changed: the caller shows what went wrong.
   */
  onCreate?: ((name: string) => Promise<PickableFolder>) | undefined
  /** Whether a new folder may have this name. */
  isName?: ((name: string) => boolean) | undefined
}

/**
 * A box to type in above the tree of folders. Enter chooses what is highlighted, which is never the line that makes a
 * folder unless the arrows led there: that one has a key of its own.
 */
export function FolderChoices(props: FolderChoicesProps) {
  const { of = 'folders', label, sections, onPick, onCreate, isName = () => true } = props
  const words = useWords(WORDS)
  const say = (key: Named, values?: Readonly<Record<string, string | number>>) =>
    words(of === 'labels' ? `${key}Label` : key, values)
  const id = useId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  // It may come later than the panel that it stands in, which then has the focus.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const name = text.trim()
  const found = findFolders(sections, text)
  const rows = found.filter(({ folder }) => !folder.disabled)
  const canCreate =
    onCreate !== undefined && name !== '' && isName(name) && !rows.some(({ folder }) => folder.name === name)
  const create = async () => {
    if (!canCreate || busy) return
    setBusy(true)
    try {
      onPick(await onCreate(name))
    } catch {
      setBusy(false)
    }
  }
  const take = (at: number) => {
    const row = rows[at]
    if (row) onPick(row.folder)
    else void create()
  }
  const count = rows.length + (canCreate ? 1 : 0)
  const cursor = useActiveOption(true, count, take, rows.length > 0)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create()
    else if (cursor.onKeyDown(event) || event.key !== 'Enter') return
    event.preventDefault()
  }
  const find = say(onCreate ? 'find' : 'findOnly')
  return (
    <div className={css.choices}>
      <TextField
        ref={box}
        label={find}
        hideLabel
        placeholder={find}
        icon="search"
        value={text}
        onChange={(value) => {
          setText(value)
          cursor.setActive(undefined)
        }}
        onKeyDown={onKeyDown}
        {...cursor.box}
        aria-describedby={canCreate ? `${id}-keys` : undefined}
      />
      <div role="listbox" id={cursor.listId} aria-label={label} className={css.list}>
        {name === ''
          ? sections.map((section) => (
              <Section
                key={section.id}
                label={section.label}
                rows={found.filter((row) => row.section === section)}
                line={(row) => (
                  <Line key={row.folder.id} row={row} at={rows.indexOf(row)} cursor={cursor} onTake={take} />
                )}
              />
            ))
          : rows.map((row, at) => <Line key={row.folder.id} row={row} at={at} cursor={cursor} onTake={take} found />)}
        {canCreate && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            role="option"
            {...cursor.option(rows.length)}
            // The pointer passes here on its way; only the arrows or a press mean it.
            onPointerMove={undefined}
            aria-disabled={busy}
            className={cx(popup.option, css.create)}
            onClick={() => void create()}
          >
            <Icon name="plus" />
            <span className={css.name}>{say('create', { name })}</span>
          </div>
        )}
      </div>
      {count === 0 && <p className={css.none}>{say(name === '' ? 'none' : 'noMatch')}</p>}
      <VisuallyHidden role="status">{name === '' ? '' : say('count', { count: rows.length })}</VisuallyHidden>
      {canCreate && (
        <p id={`${id}-keys`} className={css.keys}>
          {rows.length > 0 && (
            <span>
              {words('take')} <KeyHint keys="Enter" />
            </span>
          )}
          <span>
            {words('make')} <KeyHint keys="Mod+Enter" />
          </span>
        </p>
      )}
    </div>
  )
}

/** Words that name what is chosen. */
type Named = 'find' | 'findOnly' | 'create' | 'none' | 'noMatch' | 'count'

interface SectionProps {
  label: string
  rows: readonly FolderRow[]
  line: (row: FolderRow) => ReactNode
}

function Section({ label, rows, line }: SectionProps) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside of a listbox
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={css.heading}>
        {label}
      </div>
      {rows.map(line)}
    </div>
  )
}

interface LineProps {
  row: FolderRow
  /** Its place among those that can be chosen, -1 for one that can't. */
  at: number
  cursor: ReturnType<typeof useActiveOption>
  onTake: (at: number) => void
  /** Found by typing: it stands apart from where it lies, so the line names that. */
  found?: boolean
}

function Line({ row: { folder, depth, path }, at, cursor, onTake, found = false }: LineProps) {
  const shape = {
    className: popup.option,
    style: { paddingInlineStart: `calc(var(--space-2) + ${found ? 0 : depth} * var(--space-4))` },
  }
  const content = (
    <>
      {folder.dot ? (
        <span className={css.dot} style={{ background: folder.dot }} />
      ) : (
        <Icon name={folder.icon ?? 'folder'} />
      )}
      <span className={css.name}>{folder.name}</span>
      {path.length > 0 && (found ? <small className={css.path}>{path.join(' / ')}</small> : null)}
      {folder.checked && <Icon name="check" className={css.tick} />}
    </>
  )
  if (at < 0) {
    return (
      <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} {...shape}>
        {content}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
    // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
    <div role="option" {...cursor.option(at)} aria-checked={folder.checked} {...shape} onClick={() => onTake(at)}>
      {content}
    </div>
  )
}
