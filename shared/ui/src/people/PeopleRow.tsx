import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type PastePlace, TokenField, type TokenFieldHandle } from '../combobox/TokenField.tsx'
import { copyText } from '../copy/copyText.ts'
import { isComposing } from '../hooks/isComposing.ts'
import { useLatest } from '../hooks/useLatest.ts'
import type { MenuEntry } from '../menu/entries.ts'
import { Menu } from '../menu/Menu.tsx'
import { useWords } from '../messages/language.ts'
import { notify } from '../notice/notify.tsx'
import { Avatar } from '../person/Avatar.tsx'
import { parsePeople } from './parsePeople.ts'
import css from './people.module.css'
import {
  type Added,
  addPeople,
  everybody,
  movePerson,
  type PeopleLists,
  removePerson,
  replacePerson,
} from './peopleLists.ts'
import { type IsAddress, isSame, labelOf, type MarkOf, type Person, type PersonMark, writtenOut } from './person.ts'
import { type SuggestedPerson, type SuggestPeople, useSuggestedPeople } from './useSuggestedPeople.ts'
import { WORDS } from './words.ts'

interface NamedField<F extends string> {
  readonly id: F
  readonly label: string
}

export interface PeopleRowProps<F extends string> {
  field: NamedField<F>
  /** All fields, for moving a person from one to another. */
  fields: readonly NamedField<F>[]
  lists: PeopleLists<F>
  onChange: (lists: PeopleLists<F>) => void
  isAddress: IsAddress
  suggest: SuggestPeople
  markOf?: MarkOf | undefined
  error?: string | undefined
  after?: ReactNode | undefined
  dropId: string
  /** A chip is being dragged over this row. */
  over: boolean
  onDragChip: (event: PointerEvent, field: F, address: string) => void
  handle?: RefObject<TokenFieldHandle | null> | undefined
  /** Gets the focus once, and reports that by `onTookFocus`. */
  takeFocus: boolean
  onTookFocus: () => void
}

const personOf = ({ name, address, deptName }: SuggestedPerson): Person => ({
  name,
  address,
  ...(deptName ? { deptName } : {}),
})

/** One field of people: chips, suggestions while typing, lists taken apart when pasted. */
export function PeopleRow<F extends string>(props: PeopleRowProps<F>) {
  const { field, fields, lists, onChange, isAddress, suggest, markOf, error, after, over, onDragChip } = props
  const { takeFocus, onTookFocus } = props
  const say = useWords(WORDS)
  const [typed, setTyped] = useState('')
  const [composing, setComposing] = useState(false)
  const [menu, setMenu] = useState<{ address: string; anchor: HTMLElement } | null>(null)
  const [pickWhenSettled, setPickWhenSettled] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const own = useRef<TokenFieldHandle>(null)
  const handle = props.handle ?? own
  const people = lists[field.id]
  const all = everybody(lists)
  const isValid = ({ address }: Person) => isAddress(address)
  const parse = (text: string) => parsePeople(text, isAddress)
  const { list, settled } = useSuggestedPeople(typed, composing, suggest)
  const complete = parse(typed).every(isValid)
  const fresh = list.filter((person) => !all.some((one) => isSame(one, person)))
  // A complete address is taken as typed; Enter must not replace it by a suggestion.
  const suggestions = composing || (complete && !fresh.some(({ address }) => address === typed.trim())) ? [] : fresh

  useEffect(() => {
    if (!takeFocus) return
    handle.current?.focus()
    onTookFocus()
  }, [takeFocus, onTookFocus, handle])

  const add = (added: readonly Person[]) => {
    take(addPeople(lists, field.id, added))
    setTyped('')
    setPickWhenSettled(false)
  }
  const take = ({ lists: next, duplicates }: Added<F>) => {
    if (duplicates.length > 0) {
      notify.info(say('duplicate', { names: duplicates.map((one) => one.name || one.address).join(say('between')) }))
    }
    if (next !== lists) onChange(next)
  }
  const commit = (text: string) => add(parse(text))
  const paste = (text: string, place: PastePlace): boolean => {
    const pasted = parse(text)
    if (pasted.length === 0) return false
    if (place.kind === 'token') {
      take(replacePerson(lists, field.id, place.id, pasted))
      return true
    }
    // One word, right or wrong, goes on where it is pasted; a list ends what was typed beside it.
    const beside = place.before.trim() !== '' || place.after.trim() !== ''
    if (pasted.length === 1 && (beside || !pasted.every(isValid))) return false
    add([...parse(place.before), ...pasted, ...parse(place.after)])
    return true
  }

  // Enter came before the suggestions for what was typed: the first of them is what was meant.
  useEffect(() => {
    if (!pickWhenSettled || !settled) return
    const first = suggestions[0]
    if (first) add([personOf(first)])
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

  const chipAt = (target: EventTarget | null): Person | undefined => {
    const element = target instanceof Element ? target.closest('[data-token]') : null
    if (!element) return undefined
    return people[[...(row.current?.querySelectorAll('[data-token]') ?? [])].indexOf(element)]
  }

  const edit = (address: string) => {
    const one = people.find((person) => person.address === address)
    if (!one) return
    setMenu(null)
    onChange(removePerson(lists, field.id, address))
    setTyped(writtenOut(one))
    handle.current?.focus()
  }

  const newest = useLatest({ lists, onChange })
  const expand = async (address: string, group: NonNullable<PersonMark['expand']>) => {
    const members = await group()
    const { lists: now, onChange: change } = newest.current
    if (members.length > 0) change(replacePerson(now, field.id, address, members).lists)
  }
  const expandEntries = (address: string): MenuEntry[] => {
    const group = markOf?.(address)?.expand
    return group
      ? [{ id: 'expand', label: say('expand'), icon: 'users', onSelect: () => void expand(address, group) }]
      : []
  }

  const entries = (address: string): MenuEntry[] => [
    ...expandEntries(address),
    { id: 'edit', label: say('edit'), icon: 'edit', onSelect: () => edit(address) },
    {
      id: 'copy',
      label: say('copy'),
      icon: 'copy',
      onSelect: () => void copyText(address, { done: say('copied'), failed: say('notCopied') }),
    },
    { kind: 'separator', id: 'line' },
    ...fields
      .filter(({ id }) => id !== field.id)
      .map((other) => ({
        id: `to-${other.id}`,
        label: say('moveTo', { field: other.label }),
        onSelect: () => onChange(movePerson(lists, field.id, address, other.id)),
      })),
    {
      id: 'remove',
      label: say('remove'),
      icon: 'close',
      danger: true,
      onSelect: () => onChange(removePerson(lists, field.id, address)),
    },
  ]

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside is what people use; this only listens
    <div
      ref={row}
      className={css.row}
      data-over={over ? '' : undefined}
      data-drop-id={props.dropId}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDownCapture={onKeyDownCapture}
      onPaste={(event) => {
        // Pressing a chip opens its menu, which gets the focus; what is pasted then is meant for the chip all the same.
        if (!menu || !paste(event.clipboardData.getData('text/plain'), { kind: 'token', id: menu.address })) return
        event.preventDefault()
        setMenu(null)
        handle.current?.focus()
      }}
      onDoubleClick={(event) => {
        const chip = chipAt(event.target)
        if (chip) edit(chip.address)
      }}
      onPointerDown={(event) => {
        const chip = event.button === 0 ? chipAt(event.target) : undefined
        if (chip) onDragChip(event, field.id, chip.address)
      }}
    >
      <span className={css.label} aria-hidden="true">
        {field.label}
      </span>
      <TokenField
        ref={handle}
        className={css.field}
        label={field.label}
        hideLabel
        bare
        error={error}
        tokens={people.map((person) => ({
          id: person.address,
          label: labelOf(person, all),
          title: isValid(person) ? writtenOut(person) : say('invalid', { address: person.address }),
          invalid: !isValid(person),
          mark: markOf?.(person.address),
          lead: isValid(person) ? <Avatar name={person.name} address={person.address} size={20} /> : undefined,
        }))}
        onRemove={(address) => onChange(removePerson(lists, field.id, address))}
        onToken={(address, anchor) => setMenu({ address, anchor })}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          // A space behind a whole address ends it, as in every mail program.
          if (!composing && /\S\s$/.test(text) && text.includes('@') && parse(text).every(isValid)) commit(text)
        }}
        onCommit={commit}
        onPaste={paste}
        suggestions={suggestions}
        suggestionKey={({ address }) => address}
        renderSuggestion={(item) => <SuggestionLine {...item} />}
        onPick={(item) => add([personOf(item)])}
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

function SuggestionLine({ name, address, deptName, duties, why }: SuggestedPerson) {
  return (
    <>
      <Avatar name={name} address={address} size={32} />
      <span className={css.person}>
        <span className={css.name}>
          {name || address}
          {(deptName || duties) && <small>{[deptName, duties].filter(Boolean).join(' · ')}</small>}
        </span>
        {name && <small data-address="">{address}</small>}
      </span>
      {why && <span className={css.why}>{why}</span>}
    </>
  )
}
