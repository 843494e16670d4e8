// @vitest-environment happy-dom
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ask,
  clearNotices,
  confirm,
  Dialog,
  MenuButton,
  type MenuEntry,
  notify,
  setUiLanguage,
  undoable,
} from '../src/index.ts'

/** A busy machine takes its time; the second that is given by itself is none to fail by. */
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  // A notice that another file left would be reached by the Tab key first.
  clearNotices()
  setUiLanguage('en')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a menu', () => {
  const chosen = vi.fn()
  const items: readonly MenuEntry[] = [
    { id: 'reply', label: 'Reply', onSelect: () => chosen('reply') },
    { kind: 'separator', id: 'line' },
    { id: 'off', label: 'Print', disabled: true, onSelect: () => chosen('print') },
    { id: 'unread', label: 'Unread', checked: true, stay: true, onSelect: () => chosen('unread') },
    {
      kind: 'submenu',
      id: 'move',
      label: 'Move',
      items: [{ id: 'a', label: 'Papers', onSelect: () => chosen('papers') }],
    },
  ]
  beforeEach(() => {
    chosen.mockClear()
  })

  it('opens at its first line, wraps around, and closes with Escape where it was opened', async () => {
    const user = userEvent.setup()
    render(<MenuButton icon="more" label="More" items={items} />)
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('Reply')
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Move')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
  })

  it('does not do what is disabled, and stays open for ticks', async () => {
    const user = userEvent.setup()
    render(<MenuButton icon="more" label="More" items={items} />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.keyboard('p{Enter}')
    expect(chosen).not.toHaveBeenCalled()
    expect(screen.getByRole('menuitemcheckbox', { name: 'Unread' }).getAttribute('aria-checked')).toBe('true')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toHaveBeenCalledWith('unread')
    expect(screen.queryByRole('menu')).not.toBeNull()
  })

  it('acts from a submenu and closes all of it', async () => {
    const user = userEvent.setup()
    render(<MenuButton icon="more" label="More" items={items} />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.keyboard('{End}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Papers')
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('Move')
    await user.keyboard('{ArrowRight}{Enter}')
    expect(chosen).toHaveBeenCalledWith('papers')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }))
  })
})

function Nested() {
  const [outer, setOuter] = useState(false)
  const [inner, setInner] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOuter(true)}>
        open
      </button>
      <Dialog open={outer} title="Outer" onClose={() => setOuter(false)}>
        <button type="button" onClick={() => setInner(true)}>
          more
        </button>
        <Dialog open={inner} title="Inner" onClose={() => setInner(false)}>
          <input aria-label="Field" data-autofocus="" />
        </Dialog>
      </Dialog>
    </>
  )
}

/** A view with a form in a dialog, in a tab that may be out of sight. */
function Tab({ shown, opener = true }: { shown: boolean; opener?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button">Other tab</button>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <h1>Events</h1>
        {opener && (
          <button type="button" onClick={() => setOpen(true)}>
            New
          </button>
        )}
        <Dialog open={open} title="Form" onClose={() => setOpen(false)}>
          <input data-autofocus="" />
        </Dialog>
      </Activity>
    </>
  )
}

describe('dialogs', () => {
  it('close one by one, from the top, each giving focus back', async () => {
    const user = userEvent.setup()
    render(<Nested />)
    await user.click(screen.getByText('open'))
    await user.click(screen.getByText('more'))
    expect(document.activeElement).toBe(screen.getByLabelText('Field'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Inner' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('more'))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByText('open'))
  })

  it('give focus back to what opened them in a tab that was left and returned to, else to the heading', async () => {
    const user = userEvent.setup()
    const { rerender } = render(<Tab shown />)
    const leaveAndReturn = () => {
      rerender(<Tab shown={false} />)
      act(() => screen.getByRole('button', { name: 'Other tab' }).focus())
      rerender(<Tab shown />)
    }
    await user.click(screen.getByRole('button', { name: 'New' }))
    leaveAndReturn()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New' }))
    await user.click(screen.getByRole('button', { name: 'New' }))
    rerender(<Tab shown opener={false} />)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Events' }))
  })

  it('ask and answer', async () => {
    const user = userEvent.setup()
    let answer: Promise<unknown> = Promise.resolve()
    await act(async () => {
      answer = confirm({ title: 'Delete?', yes: 'Delete', danger: true })
    })
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(await answer).toBe(true)
    await act(async () => {
      answer = ask({ title: 'Save?', other: "Don't save" })
    })
    await user.keyboard('{Escape}')
    expect(await answer).toBe('no')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it.each([
    {},
    { danger: true },
    { other: 'Discard' },
    { yes: 'Send', no: 'Go back' },
    { danger: true, other: 'Keep' },
  ])('answer no to Enter, whatever is asked: %o', async (more) => {
    const user = userEvent.setup()
    let answer: Promise<unknown> = Promise.resolve()
    await act(async () => {
      answer = ask({ title: 'Sure?', ...more })
    })
    await user.keyboard('{Enter}')
    expect(await answer).toBe('no')
  })
})

describe('notices', () => {
  it('show one at a time, and undo takes back the last thing', async () => {
    const user = userEvent.setup()
    const undo = vi.fn()
    act(() => {
      notify.error('Not sent', { code: 'SMTP-550' })
    })
    await waitFor(() =>
      expect(screen.getByText('Not sent').closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive'),
    )
    expect(screen.queryAllByText('Error code SMTP-550')).toHaveLength(1)
    act(() => {
      undoable('3 mails moved', undo)
    })
    // What was done is drawn first.
    await waitFor(() => expect(screen.queryByText('Not sent')).toBeNull())
    expect(screen.getByText('3 mails moved').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('3 mails moved')).toBeNull()
  })

  it('go after five seconds, and wait while the pointer is on them', () => {
    vi.useFakeTimers()
    act(() => {
      notify.info('Saved')
    })
    // It is shown with the next frame.
    act(() => vi.advanceTimersByTime(50))
    act(() => vi.advanceTimersByTime(4_900))
    expect(screen.queryAllByText('Saved')).toHaveLength(1)
    act(() => vi.advanceTimersByTime(200))
    expect(screen.queryByText('Saved')).toBeNull()
    act(() => {
      notify.info('Stays', { duration: 0 })
    })
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.queryAllByText('Stays')).toHaveLength(1)
  })
})

describe('the keyboard inside a dialog', () => {
  it('goes around after a group of radio buttons, of which it reaches the chosen one alone', async () => {
    const user = userEvent.setup()
    render(
      <Dialog open title="Which" onClose={() => undefined}>
        {['one', 'two', 'three'].map((name) => (
          <input key={name} type="radio" name="which" aria-label={name} defaultChecked={name === 'two'} />
        ))}
      </Dialog>,
    )
    const close = screen.getByRole('button', { name: 'Close' })
    const chosen = screen.getByRole('radio', { name: 'two' })
    act(() => chosen.focus())
    await user.tab()
    expect(document.activeElement).toBe(close)
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(chosen)
  })
})

function PageWithDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} title="Which" onClose={() => setOpen(false)}>
        <button type="button" onClick={() => void confirm({ title: 'Sure', yes: 'Yes' })}>
          Ask
        </button>
      </Dialog>
    </>
  )
}

describe('the page behind modal layers', () => {
  it('is not reached until the last of them is closed, and then has the focus again', async () => {
    const user = userEvent.setup()
    const { container } = render(<PageWithDialog />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    expect(container.closest('[inert]')).not.toBeNull()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Ask' }))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(container.closest('[inert]')).not.toBeNull()
    await user.keyboard('{Escape}')
    expect(container.closest('[inert]')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
})
