import { useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { followDrag, type TokenFieldHandle } from '@yanshu/ui/letter'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { NS } from '../write/namespace.ts'
import { RecipientRow } from './RecipientRow.tsx'
import { FIELDS, type Field, moveRecipient, type RecipientLists } from './recipientLists.ts'
import css from './recipients.module.css'

export interface RecipientFieldsProps {
  lists: RecipientLists
  onChange: (lists: RecipientLists) => void
  error?: string | undefined
  firstField: RefObject<TokenFieldHandle | null>
}

/** A press becomes a drag when the pointer has moved this far, in px. */
const DRAG_AFTER = 6

const fieldOf = (dropId: string | undefined): Field | undefined =>
  FIELDS.find((field) => dropId === `recipients-${field}`)

/** To, and cc and bcc when they are asked for or filled. People are dragged from one to the other. */
export function RecipientFields({ lists, onChange, error, firstField }: RecipientFieldsProps) {
  const say = useT(NS)
  const [asked, setAsked] = useState<ReadonlySet<Field>>(new Set())
  const [drag, setDrag] = useState<{ label: string; x: number; y: number; over: Field | undefined } | null>(null)
  const fields = { to: firstField, cc: useRef<TokenFieldHandle>(null), bcc: useRef<TokenFieldHandle>(null) }
  const newest = useRef({ lists, onChange })
  useEffect(() => {
    newest.current = { lists, onChange }
  })
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])
  const isShown = (field: Field) => field === 'to' || asked.has(field) || lists[field].length > 0 || drag !== null

  const show = (field: Field) => {
    setAsked(new Set([...asked, field]))
    requestAnimationFrame(() => fields[field].current?.focus())
  }

  const onDragChip = ({ clientX, clientY, pointerId }: PointerEvent, from: Field, address: string) => {
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
          if (to && to !== from) change(moveRecipient(now, from, address, to))
        },
      })
    }
    const { signal } = control
    document.addEventListener('pointermove', begin, { signal })
    document.addEventListener('pointerup', () => control.abort(), { signal })
    document.addEventListener('pointercancel', () => control.abort(), { signal })
    stop.current = () => control.abort()
  }

  const toggles = (['cc', 'bcc'] as const).filter((field) => !isShown(field))
  return (
    <>
      {FIELDS.filter(isShown).map((field) => (
        <RecipientRow
          key={field}
          field={field}
          lists={lists}
          onChange={onChange}
          error={field === 'to' ? error : undefined}
          over={drag?.over === field}
          onDragChip={onDragChip}
          handle={fields[field]}
          after={
            field === 'to' && toggles.length > 0 ? (
              <span className={css.toggles}>
                {toggles.map((other) => (
                  <Button key={other} variant="text" size="small" onClick={() => show(other)}>
                    {say(`fields.${other}`)}
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
