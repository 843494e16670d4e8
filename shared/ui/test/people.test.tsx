// @vitest-environment happy-dom
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { setUiLanguage } from '../src/index.ts'
import { PeopleFields, type Person, type SuggestPeople } from '../src/people/index.ts'

/** A busy machine takes its time; the second that is given by itself is none to fail by. */
configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

function To({ suggest }: { suggest: SuggestPeople }) {
  const [lists, setLists] = useState<Record<'to', readonly Person[]>>({ to: [] })
  return (
    <PeopleFields
      fields={[{ id: 'to', label: 'To' }]}
      lists={lists}
      onChange={setLists}
      isAddress={(text) => text.includes('@')}
      suggest={suggest}
    />
  )
}

const asking = (found: Promise<readonly Person[]>, known: readonly Person[]): SuggestPeople =>
  Object.assign(() => found, { known: () => known })
const wei = { name: '张伟', address: 'zhang.wei@yanshu.test' }
const na = { name: '李娜', address: 'li.na@yanshu.test' }

it('shows people that are known before the answer, and takes the one that is seen', async () => {
  setUiLanguage('en')
  const user = userEvent.setup()
  render(<To suggest={asking(new Promise(() => undefined), [wei])} />)
  await user.type(screen.getByRole('combobox'), 'z')
  await screen.findByRole('option', { name: /张伟/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  expect(screen.getByText('张伟')).toBeDefined()
})

it('shows the answer once it is there', async () => {
  const user = userEvent.setup()
  render(<To suggest={asking(Promise.resolve([na, wei]), [wei])} />)
  await user.type(screen.getByRole('combobox'), 'z')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
})
