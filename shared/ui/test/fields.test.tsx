// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearNotices, PasswordField, Select, setUiLanguage, TextField } from '../src/index.ts'
import { type PastePlace, type Token, TokenField } from '../src/people/index.ts'

/** A busy machine takes its time; the second that is given by itself is none to fail by. */
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  // A notice that another file left would be reached by the Tab key first.
  clearNotices()
  setUiLanguage('en')
})
afterEach(cleanup)

describe('a text field', () => {
  it('belongs to its label, hint and error', () => {
    render(
      <TextField label="Name" hint="As on the card" error="Too long" required value="x" onChange={() => undefined} />,
    )
    const box = screen.getByRole('textbox', { name: 'Name' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(box.getAttribute('aria-required')).toBe('true')
    const described = box.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['As on the card', 'Too long'])
  })

  it('shows a password and hides it again', async () => {
    const user = userEvent.setup()
    render(<PasswordField label="Password" value="secret" onChange={() => undefined} autoComplete="current-password" />)
    const box = screen.getByLabelText('Password')
    expect(box.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(box.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(box.getAttribute('type')).toBe('password')
  })
})

function Sizes() {
  const [value, setValue] = useState<number>()
  return (
    <>
      <Select
        label="Size"
        value={value}
        onChange={setValue}
        placeholder="Choose"
        options={[
          { value: 10, label: 'Ten' },
          { value: 15, label: 'Fifteen' },
          { value: 20, label: 'Twenty', disabled: true },
          { value: 50, label: 'Fifty' },
        ]}
      />
      <output>{value}</output>
    </>
  )
}

describe('a select', () => {
  it('is opened, walked and chosen from by keyboard', async () => {
    const user = userEvent.setup()
    render(<Sizes />)
    await user.tab()
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('listbox')
    await user.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => screen.getByRole('status').textContent).toBe('15')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('finds by typing, and does not choose what is disabled', async () => {
    const user = userEvent.setup()
    render(<Sizes />)
    await user.tab()
    await user.keyboard('ff')
    expect(screen.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { name: 'Fifty' }).id,
    )
    await user.keyboard('{ArrowUp}{Enter}')
    expect(screen.getByRole('status').textContent).toBe('')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

const PEOPLE = ['Anna', 'Anne', 'Bob']

function Recipients({
  onCommit,
  onPlace,
}: {
  onCommit?: (text: string) => void
  onPlace?: (place: PastePlace) => void
}) {
  const [tokens, setTokens] = useState<readonly Token[]>([])
  const [text, setText] = useState('')
  const add = (label: string) => {
    setTokens((now) => [...now, { id: label, label }])
    setText('')
  }
  return (
    <TokenField
      label="To"
      tokens={tokens}
      onRemove={(id) => setTokens((now) => now.filter((token) => token.id !== id))}
      value={text}
      onChange={setText}
      onCommit={(typed) => {
        onCommit?.(typed)
        add(typed.replace(/[,，；;]/g, ''))
      }}
      onPaste={(pasted, place) => {
        onPlace?.(place)
        if (!pasted.includes('\n')) return false
        pasted.split('\n').forEach(add)
        return true
      }}
      suggestions={text ? PEOPLE.filter((name) => name.toLowerCase().startsWith(text.toLowerCase())) : []}
      suggestionKey={(name) => name}
      renderSuggestion={(name) => name}
      onPick={add}
    />
  )
}

const tokens = () => {
  const list = screen.queryByRole('list', { name: 'To' })
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map((token) => token.textContent)
    : []
}

describe('a field of tokens', () => {
  it('takes the suggestion under the cursor by Enter and by Tab', async () => {
    const user = userEvent.setup()
    render(<Recipients />)
    await user.type(screen.getByRole('combobox'), 'an{ArrowDown}{Enter}')
    expect(tokens()).toEqual(['Anne'])
    await user.keyboard('b{Tab}')
    expect(tokens()).toEqual(['Anne', 'Bob'])
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

  it('takes typed text at a separator, at Enter and when it is left', async () => {
    const user = userEvent.setup()
    render(<Recipients />)
    await user.type(screen.getByRole('combobox'), 'x@y.z；')
    await user.keyboard('p@q.r{Enter}last')
    await user.tab()
    expect(tokens()).toEqual(['x@y.z', 'p@q.r', 'last'])
  })

  it('takes several pasted lines at once', async () => {
    const user = userEvent.setup()
    render(<Recipients />)
    await user.click(screen.getByRole('combobox'))
    await user.paste('a@b.c\nd@e.f')
    expect(tokens()).toEqual(['a@b.c', 'd@e.f'])
  })

  it('says where something is pasted: between typed text, or on the token that has the focus', async () => {
    const places: unknown[] = []
    const user = userEvent.setup()
    render(<Recipients onPlace={(place) => places.push(place)} />)
    await user.type(screen.getByRole('combobox'), '1,2,ab{ArrowLeft}')
    await user.paste('x')
    await user.keyboard('{Home}{ArrowLeft}{ArrowLeft}')
    await user.paste('y')
    expect(places).toEqual([
      { kind: 'text', before: 'a', after: 'b' },
      { kind: 'token', id: '1' },
    ])
  })

  it('walks over tokens and removes them, and returns to the text', async () => {
    const user = userEvent.setup()
    render(<Recipients />)
    await user.type(screen.getByRole('combobox'), '1,2,3,')
    await user.keyboard('{Backspace}')
    expect(document.activeElement?.textContent).toBe('3')
    await user.keyboard('{ArrowLeft}{Delete}')
    expect(tokens()).toEqual(['1', '3'])
    await user.keyboard('{Backspace}')
    expect(tokens()).toEqual(['1'])
    await user.keyboard('{Home}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

  it('does nothing on keys and separators of an input method that composes', () => {
    const commits: string[] = []
    render(<Recipients onCommit={(text) => commits.push(text)} />)
    const box = screen.getByRole('combobox')
    box.focus()
    fireEvent.compositionStart(box)
    fireEvent.change(box, { target: { value: "an'" } })
    fireEvent.change(box, { target: { value: 'an，' } })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229, isComposing: true })
    fireEvent.keyDown(box, { key: 'Backspace', keyCode: 229 })
    expect(commits).toEqual([])
    fireEvent.compositionEnd(box, { data: 'an，' })
    expect(commits).toEqual(['an，'])
  })
})
