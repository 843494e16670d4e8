import type { Suggestion } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Avatar, isComposing, Menu, type MenuEntry, notify } from '@yanshu/ui'
import { type PastePlace, TokenField, type TokenFieldHandle } from '@yanshu/ui/letter'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { NS } from '../write/namespace.ts'
import { parseRecipients } from './parseRecipients.ts'
import { isValid, labelOf, type Recipient, writtenOut } from './recipient.ts'
import {
  type Added,
  addRecipients,
  everybody,
  FIELDS,
  type Field,
  moveRecipient,
  type RecipientLists,
  removeRecipient,
  replaceRecipient,
} from './recipientLists.ts'
import css from './recipients.module.css'
import { useSuggestions } from './useSuggestions.ts'

export interface RecipientRowProps {
  field: Field
  lists: RecipientLists
  onChange: (lists: RecipientLists) => void
  error?: string | undefined
  after?: ReactNode | undefined
  /** A chip is being dragged over this row. */
  over: boolean
  onDragChip: (event: PointerEvent, field: Field, address: string) => void
  handle?: RefObject<TokenFieldHandle | null> | undefined
}

const recipientOf = ({ name, address, deptName }: Suggestion): Recipient => ({
  name,
  address,
  ...(deptName ? { deptName } : {}),
})

/** One field of recipients: people as chips, suggestions while typing, lists taken apart when pasted. */
export function RecipientRow({ field, lists, onChange, error, after, over, onDragChip, handle }: RecipientRowProps) {
  const say = useT(NS)
  const [typed, setTyped] = useState('')
  const [composing, setComposing] = useState(false)
  const [menu, setMenu] = useState<{ address: string; anchor: HTMLElement } | null>(null)
  const [pickWhenSettled, setPickWhenSettled] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const people = lists[field]
  const all = everybody(lists)
  const { list, settled } = useSuggestions(typed, composing)
  const complete = parseRecipients(typed).every(isValid)
  const fresh = list.filter(({ address }) => !all.some((one) => one.address.toLowerCase() === address.toLowerCase()))
  // A whole address is meant as it stands; Enter must not turn it into somebody else's.
  const suggestions = composing || (complete && !fresh.some(({ address }) => address === typed.trim())) ? [] : fresh

  const add = (added: readonly Recipient[]) => {
    take(addRecipients(lists, field, added))
    setTyped('')
    setPickWhenSettled(false)
  }
  const take = ({ lists: next, duplicates }: Added) => {
    if (duplicates.length > 0) {
      notify.info(
        say('recipients.duplicate', {
          names: duplicates.map((one) => one.name || one.address).join(say('invalid.between')),
        }),
      )
    }
    if (next !== lists) onChange(next)
  }
  const commit = (text: string) => add(parseRecipients(text))
  const paste = (text: string, place: PastePlace): boolean => {
    const pasted = parseRecipients(text)
    if (pasted.length === 0) return false
    if (place.kind === 'token') {
      take(replaceRecipient(lists, field, place.id, pasted))
      return true
    }
    // One word, right or wrong, goes on where it is pasted; a list ends what was typed beside it.
    const beside = place.before.trim() !== '' || place.after.trim() !== ''
    if (pasted.length === 1 && (beside || !pasted.every(isValid))) return false
    add([...parseRecipients(place.before), ...pasted, ...parseRecipients(place.after)])
    return true
  }

  // Enter came before the suggestions for what was typed: the first of them is what was meant.
  useEffect(() => {
    if (!pickWhenSettled || !settled) return
    const first = suggestions[0]
    if (first) add([recipientOf(first)])
    else commit(typed)
  })

  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposing(event) || composing) return
    const chip = chipAt(event.target)
    if (chip && (event.key === 'F2' || event.key === 'Delete')) {
      if (event.key === 'F2') edit(chip.address)
      return
    }
    const takes = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)
    if (!takes || event.ctrlKey || event.metaKey || settled || complete || !typed.trim()) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    event.stopPropagation()
    setPickWhenSettled(true)
  }

  const chipAt = (target: EventTarget | null): Recipient | undefined => {
    const element = target instanceof Element ? target.closest('[data-token]') : null
    if (!element) return undefined
    return people[[...(row.current?.querySelectorAll('[data-token]') ?? [])].indexOf(element)]
  }

  const edit = (address: string) => {
    const one = people.find((person) => person.address === address)
    if (!one) return
    setMenu(null)
    onChange(removeRecipient(lists, field, address))
    setTyped(writtenOut(one))
    handle?.current?.focus()
  }

  const entries = (address: string): MenuEntry[] => [
    { id: 'edit', label: say('recipients.edit'), icon: 'edit', onSelect: () => edit(address) },
    {
      id: 'copy',
      label: say('recipients.copy'),
      icon: 'copy',
      onSelect: () =>
        void navigator.clipboard
          .writeText(address)
          .then(() => notify.success(say('recipients.copied')))
          .catch(() => notify.error(say('recipients.notCopied'))),
    },
    { kind: 'separator', id: 'line' },
    ...FIELDS.filter((other) => other !== field).map((other) => ({
      id: other,
      label: say('recipients.moveTo', { field: say(`fields.${other}`) }),
      onSelect: () => onChange(moveRecipient(lists, field, address, other)),
    })),
    {
      id: 'remove',
      label: say('recipients.remove'),
      icon: 'close',
      danger: true,
      onSelect: () => onChange(removeRecipient(lists, field, address)),
    },
  ]

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what people use; this only listens
    <div
      ref={row}
      className={css.row}
      data-over={over ? '' : undefined}
      data-drop-id={`recipients-${field}`}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDownCapture={onKeyDownCapture}
      onPaste={(event) => {
        // Pressing a chip opens its menu, which takes the focus; what is pasted then is meant for the chip all the same.
        if (!menu || !paste(event.clipboardData.getData('text/plain'), { kind: 'token', id: menu.address })) return
        event.preventDefault()
        setMenu(null)
        handle?.current?.focus()
      }}
      onDoubleClick={(event) => {
        const chip = chipAt(event.target)
        if (chip) edit(chip.address)
      }}
      onPointerDown={(event) => {
        const chip = event.button === 0 ? chipAt(event.target) : undefined
        if (chip) onDragChip(event, field, chip.address)
      }}
    >
      <span className={css.label} aria-hidden="true">
        {say(`fields.${field}`)}
      </span>
      <TokenField
        ref={handle}
        className={css.field}
        label={say(`fields.${field}`)}
        hideLabel
        bare
        error={error}
        tokens={people.map((person) => ({
          id: person.address,
          label: labelOf(person, all),
          title: isValid(person) ? writtenOut(person) : say('recipients.invalid', { address: person.address }),
          invalid: !isValid(person),
          lead: isValid(person) ? <Avatar name={person.name} address={person.address} size={20} /> : undefined,
        }))}
        onRemove={(address) => onChange(removeRecipient(lists, field, address))}
        onToken={(address, anchor) => setMenu({ address, anchor })}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          // A space behind a whole address ends it, as in every mail program.
          if (!composing && /\S\s$/.test(text) && text.includes('@') && parseRecipients(text).every(isValid))
            commit(text)
        }}
        onCommit={commit}
        onPaste={paste}
        suggestions={suggestions}
        suggestionKey={({ address }) => address}
        renderSuggestion={(item) => <SuggestionLine {...item} why={whyOf(item, say)} />}
        onPick={(item) => add([recipientOf(item)])}
        after={after}
      />
      {menu && (
        <Menu
          open
          anchor={menu.anchor}
          items={entries(menu.address)}
          label={menu.address}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

/** Why somebody is offered whose name and address may not show what was typed. */
function whyOf({ matched, correspondent, kind }: Suggestion, say: (key: string) => string): string {
  if (matched === 'phone' || matched === 'department') return say(`recipients.${matched}`)
  if (correspondent) return say('recipients.recent')
  return kind === 'organization' ? say('recipients.colleague') : ''
}

function SuggestionLine({ name, address, deptName, duties, why }: Suggestion & { why: string }) {
  return (
    <>
      <Avatar name={name} address={address} size={32} />
      <span className={css.person}>
        <span className={css.name}>
          {name || address}
          {(deptName || duties) && <small>{[deptName, duties].filter(Boolean).join(' · ')}</small>}
        </span>
        {name && <small>{address}</small>}
      </span>
      {why && <span className={css.why}>{why}</span>}
    </>
  )
}
