// @vitest-environment happy-dom
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { reactAtRest } from '../../../tools/reactAtRest.ts'

const TURNS = 6

function Busy() {
  const [turns, setTurns] = useState(0)
  useEffect(() => {
    if (turns < TURNS) setTurns(turns + 1)
  }, [turns])
  return turns
}

test('given a view that changes by its own effects, then React rests when nothing of it is due', async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = false
  const root = createRoot(document.body)
  root.render(<Busy />)
  await reactAtRest()
  expect(document.body.textContent).toBe(String(TURNS))
  root.unmount()
})
