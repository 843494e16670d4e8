import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { VisuallyHidden } from '../feedback/VisuallyHidden.tsx'
import { TextField } from '../field/TextField.tsx'
import type { TreeNode } from '../foldertree/treeRows.ts'
import { isComposing } from '../hooks/isComposing.ts'
import { Icon } from '../icons/Icon.tsx'
import { useWords } from '../messages/language.ts'
import { DataTree } from './DataTree.tsx'
import css from './data.module.css'
import { leavesOf } from './treeChecks.ts'
import { useLineWindow } from './useLineWindow.ts'
import { WORDS } from './words.ts'

export interface TransferProps {
  /** What is chosen, for screen readers: "群组成员". */
  label: string
  /** What can be chosen: departments with people in them, or a plain list. Only leaves are chosen. */
  nodes: readonly TreeNode[]
  /** Ids of the chosen leaves, in the order in which they were chosen. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  /** Whether a leaf is what was typed: by name, pinyin, department. Labels are compared where it is not given. */
  matches?: ((node: TreeNode, typed: string) => boolean) | undefined
  /** The words in the box to search. */
  searchLabel?: string | undefined
  /** At most so many. */
  max?: number | undefined
  /** Names for chosen leaves that are not among the nodes (any more). */
  nameOf?: ((id: string) => string) | undefined
}

const includes = (node: TreeNode, typed: string) => node.label.toLowerCase().includes(typed.toLowerCase())

/** The nodes that match, with what they lie in. A branch that matches itself keeps all it holds. */
function filtered(
  nodes: readonly TreeNode[],
  typed: string,
  matches: (node: TreeNode, typed: string) => boolean,
): readonly TreeNode[] {
  return nodes.flatMap((node) => {
    if (matches(node, typed)) return [node]
    if (!node.children?.length) return []
    const children = filtered(node.children, typed, matches)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

function branchesOf(nodes: readonly TreeNode[]): ReadonlySet<string> {
  const ids = new Set<string>()
  const visit = (node: TreeNode) => {
    if (!node.children?.length) return
    ids.add(node.id)
    node.children.forEach(visit)
  }
  nodes.forEach(visit)
  return ids
}

/**
 * Chooses many among thousands: all items on the left, the chosen ones on the right. A component of our own: Arco draws
 * each of 3,000 people, blocks for most of a second at each move and names its buttons in English only.
 */
export function Transfer(props: TransferProps) {
  const { label, nodes, chosen, onChange, matches = includes, searchLabel, max, nameOf } = props
  const say = useWords(WORDS)
  const [typed, setTyped] = useState('')
  const [composing, setComposing] = useState(false)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(nodes.slice(0, 1).map(({ id }) => id)))
  const [full, setFull] = useState(false)
  // Half a syllable of pinyin matches no name.
  const [settled, setSettled] = useState('')
  if (!composing && settled !== typed.trim()) setSettled(typed.trim())
  const shown = useMemo(() => (settled === '' ? nodes : filtered(nodes, settled, matches)), [nodes, settled, matches])
  const checked = useMemo(() => new Set(chosen), [chosen])
  const names = useMemo(() => {
    const all = new Map<string, string>()
    const visit = (node: TreeNode) => {
      if (node.children?.length) node.children.forEach(visit)
      else all.set(node.id, node.label)
    }
    nodes.forEach(visit)
    return all
  }, [nodes])

  const take = (next: ReadonlySet<string>) => {
    // Leaves that are chosen and not in sight stay chosen; new ones come after them, in the order of the tree.
    const kept = chosen.filter((id) => next.has(id))
    const added = shown.flatMap(leavesOf).filter((id) => next.has(id) && !checked.has(id))
    const room = max === undefined ? added.length : Math.max(0, max - kept.length)
    setFull(added.length > room)
    onChange([...kept, ...added.slice(0, room)])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: two lists that belong together, not fields of a form
    <div role="group" aria-label={label} className={css.transfer}>
      <div className={css.side}>
        <TextField
          label={searchLabel ?? say('search')}
          hideLabel
          icon="search"
          clearable
          placeholder={searchLabel ?? say('search')}
          value={typed}
          onChange={setTyped}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          autoComplete="off"
        />
        {shown.length > 0 ? (
          <DataTree
            label={say('available')}
            nodes={shown}
            expanded={settled === '' ? expanded : branchesOf(shown)}
            onExpandedChange={setExpanded}
            checked={checked}
            onCheck={take}
            className={css.sideLines}
          />
        ) : (
          <p className={css.noMatch}>{say('noMatch')}</p>
        )}
      </div>
      <div className={css.side}>
        <div className={css.sideHead}>
          <span role="status">
            {say(max === undefined ? 'added' : 'addedMax', { count: chosen.length, max: max ?? 0 })}
          </span>
          <Button
            size="small"
            variant="text"
            disabled={chosen.length === 0}
            onClick={() => {
              setFull(false)
              onChange([])
            }}
          >
            {say('removeAll')}
          </Button>
        </div>
        <Chosen
          label={say('added', { count: chosen.length })}
          ids={chosen}
          nameOf={(id) => names.get(id) ?? nameOf?.(id) ?? id}
          onRemove={(id) => {
            setFull(false)
            onChange(chosen.filter((each) => each !== id))
          }}
        />
      </div>
      <p role="alert" className={css.full}>
        {full && say('tooMany', { max: max ?? 0 })}
      </p>
    </div>
  )
}

interface ChosenProps {
  label: string
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemove: (id: string) => void
}

/** What was chosen: walked by arrows, removed by Delete or by the cross of a line. */
function Chosen({ label, ids, nameOf, onRemove }: ChosenProps) {
  const say = useWords(WORDS)
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  const [cursor, setCursor] = useState(0)
  const at = Math.min(cursor, ids.length - 1)
  const { shown, lineHeight, onScroll, reveal } = useLineWindow(ref, ids.length, at)
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(ids.length - 1, index))
    setCursor(to)
    reveal(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || ids.length === 0) return
    const act = new Map<string, () => unknown>([
      ['ArrowDown', () => goTo(at + 1)],
      ['ArrowUp', () => goTo(at - 1)],
      ['Home', () => goTo(0)],
      ['End', () => goTo(ids.length - 1)],
      ['Delete', () => onRemove(ids[at] ?? '')],
      ['Backspace', () => onRemove(ids[at] ?? '')],
    ])
    const action = act.get(event.key)
    if (!action) return
    action()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div
        ref={ref}
        role="listbox"
        aria-label={label}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        tabIndex={0}
        className={`${css.lines} ${css.sideLines}`}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" className={css.space} style={{ height: ids.length * lineHeight }} />
        {shown.map((index) => {
          const each = ids[index]
          if (each === undefined) return null
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys and keeps the focus
            <div
              key={each}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={ids.length}
              data-line=""
              data-active={index === at ? '' : undefined}
              className={css.line}
              style={{ top: index * lineHeight }}
              onClick={() => setCursor(index)}
            >
              <span className={css.lineText}>{nameOf(each)}</span>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: Delete does the same */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Delete does the same */}
              <span
                className={css.cross}
                title={say('remove', { name: nameOf(each) })}
                onClick={(event) => {
                  event.stopPropagation()
                  onRemove(each)
                }}
              >
                <Icon name="close" size={14} />
              </span>
            </div>
          )
        })}
        {ids.length === 0 && (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className={css.nobody}>
            {say('nobody')}
          </div>
        )}
      </div>
      <VisuallyHidden id={`${id}-hint`}>{say('removeHint')}</VisuallyHidden>
    </>
  )
}
