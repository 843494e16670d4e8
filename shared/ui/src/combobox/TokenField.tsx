import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps } from '../field/Field.tsx'
import field from '../field/field.module.css'
import { isComposing } from '../hooks/isComposing.ts'
import { useActiveOption } from '../hooks/useActiveOption.ts'
import { Icon } from '../icons/Icon.tsx'
import { useSay } from '../messages/language.ts'
import css from './combobox.module.css'
import { SuggestionList } from './SuggestionList.tsx'

export interface Token {
  readonly id: string
  readonly label: string
  /** Shown on hover, such as the address. */
  readonly title?: string | undefined
  readonly invalid?: boolean | undefined
  /** Before the label, such as an avatar of 20 px. */
  readonly lead?: ReactNode | undefined
  /** A few words behind the label about what it stands for; `isWrong` where it stops what it is for. */
  readonly mark?: { readonly label: string; readonly isWrong: boolean } | undefined
}

export interface TokenFieldHandle {
  focus(): void
}

/** Where something is pasted: between what stands in the text box, or in the place of a token that has the focus. */
export type PastePlace =
  | { readonly kind: 'text'; readonly before: string; readonly after: string }
  | { readonly kind: 'token'; readonly id: string }

export interface TokenFieldProps<T> extends Omit<FieldProps, 'children' | 'label'> {
  label: string
  tokens: readonly Token[]
  onRemove: (id: string) => void
  /** A press or Enter on a token: open its card, edit it. */
  onToken?: ((id: string, element: HTMLElement) => void) | undefined
  /** What is being typed. */
  value: string
  onChange: (value: string) => void
  /** Typed text is finished: Enter, Tab, a separator, or leaving the field. Clear `value` if it was taken. */
  onCommit: (text: string) => void
  /** Pasted text and what it meets; return true when it was taken (several addresses at once), and it does not enter the box. */
  onPaste?: ((text: string, place: PastePlace) => boolean) | undefined
  suggestions: readonly T[]
  suggestionKey: (item: T) => string
  renderSuggestion: (item: T) => ReactNode
  onPick: (item: T) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** No frame of its own, for the head of a letter. */
  bare?: boolean | undefined
  /** At the end of the box. */
  after?: ReactNode | undefined
  ref?: Ref<TokenFieldHandle> | undefined
}

/** In px: room for a name with its department, and an address. */
const SUGGESTIONS_WIDTH = 420

const SEPARATOR = /[,;，；、\n]/

/**
 * Tokens and a text box with suggestions: the recipients of a letter.
 * Left and Backspace at the start of the text move into the tokens; Backspace and Delete remove a token;
 * nothing is committed, picked or removed while an input method composes.
 */
export function TokenField<T>({
  label,
  hideLabel,
  hint,
  error,
  required,
  className,
  bare,
  ...rest
}: TokenFieldProps<T>) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <Tokens {...rest} label={label} bare={bare} wiring={wiring} />}
    </Field>
  )
}

type TokensProps<T> = Omit<TokenFieldProps<T>, 'hideLabel' | 'hint' | 'error' | 'required' | 'className'> & {
  wiring: Parameters<FieldProps['children']>[0]
}

function Tokens<T>({
  label,
  tokens,
  onRemove,
  onToken,
  value,
  onChange,
  onCommit,
  onPaste,
  suggestions,
  suggestionKey,
  renderSuggestion,
  onPick,
  placeholder,
  disabled,
  bare,
  after,
  wiring,
  ref,
}: TokensProps<T>) {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const composing = useRef(false)
  const [focused, setFocused] = useState(false)
  const [closed, setClosed] = useState(false)
  const open = focused && !closed && value.trim() !== '' && suggestions.length > 0
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))

  const pick = (at: number) => {
    const item = suggestions[at]
    if (item === undefined) return
    onPick(item)
    input.current?.focus()
  }
  const cursor = useActiveOption(open, suggestions.length, pick, true)
  const commit = (text: string) => {
    if (text.trim()) onCommit(text.trim())
  }
  const change = (text: string) => {
    setClosed(false)
    onChange(text)
    if (!composing.current && SEPARATOR.test(text)) commit(text)
  }
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-token]') ?? [])]
  const focusChip = (at: number) => {
    const all = chips()
    if (at >= all.length) input.current?.focus()
    else all[Math.max(0, at)]?.focus()
  }

  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event) || composing.current) return
    if (cursor.onKeyDown(event)) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const atStart = selectionStart === 0 && selectionEnd === 0
    if ((event.key === 'ArrowLeft' || event.key === 'Backspace') && atStart && tokens.length > 0) {
      event.preventDefault()
      focusChip(tokens.length - 1)
    } else if (event.key === 'Enter' && value.trim()) {
      event.preventDefault()
      commit(value)
    } else if (event.key === 'Tab' && !event.shiftKey && open && cursor.active >= 0) {
      event.preventDefault()
      pick(cursor.active)
    }
  }

  const onChipKey = (event: KeyboardEvent<HTMLElement>, at: number, token: Token) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowLeft') focusChip(at - 1)
    else if (event.key === 'ArrowRight') focusChip(at + 1)
    else if (event.key === 'Home') focusChip(0)
    else if (event.key === 'End') input.current?.focus()
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      // Focus moves first, so that it is never on an element that goes away.
      if (event.key === 'Backspace' && at > 0) focusChip(at - 1)
      else if (at < tokens.length - 1) focusChip(at + 1)
      else input.current?.focus()
      onRemove(token.id)
    } else {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' ') {
        input.current?.focus()
      }
      return
    }
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      className={bare ? css.tokens : field.box}
      data-invalid={wiring['aria-invalid'] ? '' : undefined}
      data-disabled={disabled ? '' : undefined}
      data-after={after ? '' : undefined}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        const target = event.target instanceof Element ? event.target : null
        if (target === input.current && input.current) {
          const { selectionStart, selectionEnd } = input.current
          const before = value.slice(0, selectionStart ?? value.length)
          const after = value.slice(selectionEnd ?? value.length)
          if (onPaste?.(text, { kind: 'text', before, after })) event.preventDefault()
          return
        }
        const chip = target?.closest<HTMLElement>('[data-token]')
        const token = chip && tokens[chips().indexOf(chip)]
        if (!token || !onPaste?.(text, { kind: 'token', id: token.id })) return
        event.preventDefault()
        input.current?.focus()
      }}
      onPointerDown={(event) => {
        const target = event.target instanceof Element ? event.target : null
        if (target?.closest('button, input')) return
        event.preventDefault()
        input.current?.focus()
      }}
    >
      <div className={cx(css.tokens)}>
        {tokens.length > 0 && (
          <ul aria-label={label}>
            {tokens.map((token, at) => (
              <li
                key={token.id}
                className={css.token}
                data-invalid={token.invalid ? '' : undefined}
                title={token.title}
              >
                <button
                  type="button"
                  tabIndex={-1}
                  data-token=""
                  data-lead={token.lead ? '' : undefined}
                  disabled={disabled}
                  className={css.tokenText}
                  onKeyDown={(event) => onChipKey(event, at, token)}
                  onClick={(event) => onToken?.(token.id, event.currentTarget)}
                >
                  {token.lead}
                  <span className={css.tokenLabel}>{token.label}</span>
                  {token.mark && (
                    <small className={css.tokenMark} data-wrong={token.mark.isWrong ? '' : undefined}>
                      {token.mark.label}
                    </small>
                  )}
                </button>
                <button
                  type="button"
                  tabIndex={-1}
                  disabled={disabled}
                  className={css.tokenRemove}
                  aria-label={say('remove', { name: token.label })}
                  onClick={() => {
                    onRemove(token.id)
                    input.current?.focus()
                  }}
                >
                  <Icon name="close" size={14} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          type="text"
          spellCheck={false}
          autoCapitalize="off"
          {...wiring}
          {...cursor.box}
          disabled={disabled}
          className={css.input}
          value={value}
          placeholder={tokens.length === 0 ? placeholder : undefined}
          onChange={(event) => change(event.target.value)}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={(event) => {
            composing.current = false
            if (SEPARATOR.test(event.currentTarget.value)) commit(event.currentTarget.value)
          }}
          onKeyDown={onInputKey}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            commit(value)
          }}
        />
      </div>
      {after}
      {open && (
        <SuggestionList
          anchor={input}
          width={SUGGESTIONS_WIDTH}
          label={label}
          items={suggestions}
          itemKey={suggestionKey}
          renderItem={renderSuggestion}
          cursor={cursor}
          onPick={pick}
          onClose={() => setClosed(true)}
        />
      )}
    </div>
  )
}
