// @vitest-environment happy-dom
import { act, createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { type EditorHandle, RichEditor } from '../src/editor/RichEditor.tsx'

const nothing = () => {}

test('given a text that takes the focus, then it has its name by then, and the next name when that changes', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const names: (string | null)[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) names.push(target.getAttribute('aria-label'))
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const handle = createRef<EditorHandle>()
  const show = (label: string) =>
    act(async () =>
      root.render(
        <RichEditor
          label={label}
          hint=""
          initial={() => '<p>text</p>'}
          window={window}
          clean={(html) => html}
          uploadPicture={async () => ''}
          shownFrom={(src) => src}
          onChange={nothing}
          onPort={() => nothing}
          onSend={nothing}
          onFiles={nothing}
          onWaiting={nothing}
          spacing="normal"
          onSpacing={nothing}
          onPlain={nothing}
          takesFocus={() => true}
          dark={false}
          handle={handle}
        />,
      ),
    )
  await show('Text of the letter')
  expect(names).toEqual(['Text of the letter'])
  await show('正文')
  expect(place.querySelector('[role=textbox]')?.getAttribute('aria-label')).toBe('正文')
  await act(async () => root.unmount())
})
