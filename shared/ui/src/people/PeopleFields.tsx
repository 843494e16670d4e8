import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../button/Button.tsx'
import type { TokenFieldHandle } from '../combobox/TokenField.tsx'
import { useLatest } from '../hooks/useLatest.ts'
import { followDrag } from '../maillist/followDrag.ts'
import { PeopleRow } from './PeopleRow.tsx'
import css from './people.module.css'
import { movePerson, type PeopleLists } from './peopleLists.ts'
import type { IsAddress, MarkOf } from './person.ts'
import type { SuggestPeople } from './useSuggestedPeople.ts'

export interface PeopleFieldsProps<F extends string> {
  /** The fields with their names, in order. The first is always there, the others when they are asked for or filled. */
  fields: readonly { readonly id: F; readonly label: string }[]
  lists: PeopleLists<F>
  onChange: (lists: PeopleLists<F>) => void
  isAddress: IsAddress
  suggest: SuggestPeople
  /** What stands on the chips beside the names. */
  markOf?: MarkOf | undefined
  /** What is wrong with the first field, in words. */
  error?: string | undefined
  /** A button beside each field that lets people be chosen for it otherwise. */
  pick?: { readonly label: string; readonly onPick: (field: F) => void } | undefined
  /** Moves the cursor to the first field. */
  handle?: RefObject<TokenFieldHandle | null> | undefined
}

/** A press becomes a drag when the pointer has moved this far, in px. */
const DRAG_AFTER = 6

const DROP = 'people-'

/**
 * Fields of people: chips, suggestions while typing, lists taken apart when pasted, and people dragged from one field to
 * another. The sheet that they stand on sets how far in (`--sheet-edge`) and how wide their names are (`--label-width`).
 */
export function PeopleFields<F extends string>(props: PeopleFieldsProps<F>) {
  const { fields, lists, onChange, isAddress, suggest, markOf, error, pick, handle } = props
  const [asked, setAsked] = useState<ReadonlySet<F>>(new Set())
  const [focusOn, setFocusOn] = useState<F | null>(null)
  const [drag, setDrag] = useState<{ label: string; x: number; y: number; over: F | undefined } | null>(null)
  const newest = useLatest({ lists, onChange })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const first = fields[0]?.id
  const isShown = (field: F) => field === first || asked.has(field) || lists[field].length > 0 || drag !== null
  const fieldOf = (dropId: string | undefined): F | undefined => fields.find(({ id }) => dropId === DROP + id)?.id

  const onDragChip = ({ clientX, clientY, pointerId }: PointerEvent, from: F, address: string) => {
    const control = new AbortController()
    const begin = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId || Math.hypot(event.clientX - clientX, event.clientY - clientY) < DRAG_AFTER)
        return
      control.abort()
      const person = newest.current.lists[from].find((one) => one.address === address)
      const label = person?.name || address
      setDrag({ label, x: event.clientX, y: event.clientY, over: from })
      stop.current = followDrag({
        onMove: ({ x, y }, dropId) => setDrag({ label, x, y, over: fieldOf(dropId) }),
        onCancel: () => setDrag(null),
        onDrop: (dropId) => {
          setDrag(null)
          const to = fieldOf(dropId)
          const { lists: now, onChange: change } = newest.current
          if (to && to !== from) change(movePerson(now, from, address, to))
        },
      })
    }
    const { signal } = control
    document.addEventListener('pointermove', begin, { signal })
    document.addEventListener('pointerup', () => control.abort(), { signal })
    document.addEventListener('pointercancel', () => control.abort(), { signal })
    stop.current = () => control.abort()
  }

  const tookFocus = useCallback(() => setFocusOn(null), [])
  const others = fields.filter(({ id }) => !isShown(id))
  return (
    <>
      {fields
        .filter(({ id }) => isShown(id))
        .map((field) => (
          <PeopleRow
            key={field.id}
            field={field}
            fields={fields}
            lists={lists}
            onChange={onChange}
            isAddress={isAddress}
            suggest={suggest}
            markOf={markOf}
            error={field.id === first ? error : undefined}
            dropId={DROP + field.id}
            over={drag?.over === field.id}
            onDragChip={onDragChip}
            handle={field.id === first ? handle : undefined}
            takeFocus={focusOn === field.id}
            onTookFocus={tookFocus}
            after={
              pick || (field.id === first && others.length > 0) ? (
                <span className={css.toggles}>
                  {pick && (
                    <Button
                      variant="text"
                      size="small"
                      aria-label={field.id === first ? undefined : `${pick.label}: ${field.label}`}
                      onClick={() => pick.onPick(field.id)}
                    >
                      {pick.label}
                    </Button>
                  )}
                  {(field.id === first ? others : []).map(({ id, label }) => (
                    <Button
                      key={id}
                      variant="text"
                      size="small"
                      onClick={() => {
                        setAsked(new Set([...asked, id]))
                        setFocusOn(id)
                      }}
                    >
                      {label}
                    </Button>
                  ))}
                </span>
              ) : undefined
            }
          />
        ))}
      {drag && (
        <div
          className={css.ghost}
          style={{ transform: `translate(${drag.x + 8}px, ${drag.y + 8}px)` }}
          aria-hidden="true"
        >
          {drag.label}
        </div>
      )}
    </>
  )
}
