// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DateField, DateTimeField } from '../src/dates/index.ts'
import { clearNotices, setUiLanguage } from '../src/index.ts'

beforeEach(() => {
  // A notice that another file left would be reached by the Tab key first.
  clearNotices()
  setUiLanguage('en')
})
afterEach(cleanup)

const NOW = '2026-11-22 09:30'

function Day() {
  const [value, setValue] = useState<string | undefined>('2026-11-30')
  return (
    <>
      <DateField label="Day" value={value} onChange={setValue} now={NOW} min="2026-11-05" max="2026-12-24" />
      <output>{value ?? 'none'}</output>
    </>
  )
}

/** What is named at a box, as a screen reader finds it. */
const complaintOf = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent

function Moment({ hours12 = false }: { hours12?: boolean }) {
  const [value, setValue] = useState<string>()
  return (
    <>
      <DateTimeField label="From" value={value} onChange={setValue} now={NOW} hours12={hours12} />
      <output>{value ?? 'none'}</output>
    </>
  )
}

const chosen = () => screen.getByRole('status').textContent

describe('a field of a day', () => {
  it('is walked by the keys of a grid, and keeps to its bounds', async () => {
    const user = userEvent.setup()
    render(<Day />)
    await user.type(screen.getByRole('textbox', { name: 'Day' }), '{ArrowDown}')
    const focused = () => document.activeElement?.getAttribute('aria-label')
    expect(focused()).toBe('Monday, November 30, 2026')
    await user.keyboard('{End}')
    expect(focused()).toBe('Sunday, December 6, 2026')
    await user.keyboard('{PageDown}')
    expect(focused()).toBe('Wednesday, January 6, 2027')
    await user.keyboard('{Enter}')
    expect(chosen()).toBe('2026-11-30')
    await user.keyboard('{PageUp}{Enter}')
    expect(chosen()).toBe('2026-12-06')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keeps what it cannot read, and says how to write it', async () => {
    const user = userEvent.setup()
    render(<Day />)
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' })
    await user.clear(box)
    await user.type(box, 'next week{Enter}')
    expect(box.value).toBe('next week')
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(complaintOf(box)).toBe('Write the date like 2026-11-02')
    await user.clear(box)
    await user.type(box, '2027-01-06{Enter}')
    expect(complaintOf(box)).toBe('Choose a day from 2026-11-05 to 2026-12-24')
    expect(chosen()).toBe('2026-11-30')
    await user.clear(box)
    await user.tab()
    expect(chosen()).toBe('none')
  })
})

describe('a field of a moment', () => {
  it('takes the day from the calendar and the time from lists, by a clock of 12 hours', async () => {
    const user = userEvent.setup()
    render(<Moment hours12 />)
    await user.click(screen.getByRole('button', { name: 'From: Choose a date' }))
    await user.click(screen.getByRole('button', { name: 'Friday, November 20, 2026' }))
    expect(chosen()).toBe('2026-11-20 00:00')
    await user.click(screen.getByRole('combobox', { name: 'Hour' }))
    await user.click(screen.getByRole('option', { name: '2 PM' }))
    expect(chosen()).toBe('2026-11-20 14:00')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'From' }).value).toBe('2026-11-20 2:00 PM')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('commits nothing while an input method composes', async () => {
    const user = userEvent.setup()
    render(<Moment />)
    const box = screen.getByRole('textbox', { name: 'From' })
    await user.type(box, '2026-11-02 14:30')
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))
    expect(chosen()).toBe('none')
    await user.type(box, '{Enter}')
    expect(chosen()).toBe('2026-11-02 14:30')
  })
})

describe('a week that begins on another day', () => {
  it('begins so in the head, in the rows and for the keys', async () => {
    const user = userEvent.setup()
    render(<DateField label="Day" value="2026-11-25" onChange={() => undefined} now={NOW} weekStart={0} />)
    await user.click(screen.getByRole('button', { name: 'Day: Choose a date' }))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa',
    ]) // biome-ignore format: a row of days
    await user.keyboard('{Home}')
    expect(document.activeElement).toHaveProperty('dataset.day', '2026-11-22')
    await user.keyboard('{End}')
    expect(document.activeElement).toHaveProperty('dataset.day', '2026-11-28')
  })
})
