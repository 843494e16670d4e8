// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MailList, type MailListProps, NOTHING, type Selection } from '../src/index.ts'

afterEach(cleanup)

const MAILS = [7, 8, 9]

it('draws no row again that stays the same, and acts on it as the list says by then', async () => {
  const drawn: number[] = []
  const renderRow = (id: number) => {
    drawn.push(id)
    return <span>mail {id}</span>
  }
  const list = (more: Pick<MailListProps<number>, 'onOpen' | 'openKey'>) => (
    <MailList<number>
      label="mails"
      count={MAILS.length}
      rowHeight={40}
      rowAt={(index) => MAILS[index]}
      keyOf={String}
      renderRow={renderRow}
      {...more}
    />
  )
  const [before, now] = [vi.fn(), vi.fn()]
  const { rerender } = render(list({ onOpen: before }))
  expect(new Set(drawn)).toEqual(new Set(MAILS))
  // The first row has the cursor, and what the cursor brings follows in its own time.
  const others = () => drawn.splice(0).filter((id) => id !== MAILS[0])
  others()
  rerender(list({ onOpen: now }))
  expect(others()).toEqual([])
  rerender(list({ onOpen: now, openKey: '9' }))
  expect(others()).toEqual([9])
  await userEvent.click(screen.getByText('mail 8'))
  expect(now).toHaveBeenCalledWith(8, 1)
  expect(before).not.toHaveBeenCalled()
})

it('selects the rows of a range that come after the keys, until something else is selected', async () => {
  let selection: Selection = NOTHING
  let known = 2
  const list = () => (
    <MailList<number>
      label="mails"
      count={4}
      rowHeight={40}
      rowAt={(index) => (index < known ? 10 + index : undefined)}
      keyOf={String}
      renderRow={(id) => <span>mail {id}</span>}
      onOpen={() => undefined}
      selection={selection}
      onSelectionChange={(next) => {
        selection = next
        rerender(list())
      }}
    />
  )
  const { rerender } = render(list())
  const selected = () => selection.kind === 'some' && [...selection.keys]
  const come = (count: number) => {
    known = count
    rerender(list())
  }
  screen.getByRole('grid').focus()
  await userEvent.keyboard(' {Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  expect(selected()).toEqual(['10', '11'])
  come(3)
  expect(selected()).toEqual(['10', '11', '12'])
  await userEvent.keyboard('{Escape}')
  come(4)
  expect(selected()).toEqual([])
})
