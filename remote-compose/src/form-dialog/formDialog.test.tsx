// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FormDialog } from './FormDialog.tsx'

let root: Root
let place: HTMLElement
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

/** Shows the dialog. Its saves are answered by the test; what happened is listed in order. */
async function open() {
  const happened: string[] = []
  const answers: PromiseWithResolvers<boolean>[] = []
  const save = () => {
    happened.push('save')
    const answer = Promise.withResolvers<boolean>()
    answers.push(answer)
    return answer.promise
  }
  await act(async () =>
    root.render(
      <FormDialog
        title="Paper"
        words={{ cancel: 'Cancel', keep: 'Save' }}
        onSave={save}
        onClose={() => happened.push('close')}
      >
        <input />
      </FormDialog>,
    ),
  )
  const form = document.querySelector('form')
  const submit = () =>
    act(async () => void form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  const answer = (how: boolean | Error) =>
    act(async () => {
      if (how instanceof Error) answers.shift()?.reject(how)
      else answers.shift()?.resolve(how)
    })
  return { happened, submit, answer }
}

test('given a form that is sent twice, then it is saved once, and the dialog closes when it is', async () => {
  const { happened, submit, answer } = await open()
  await submit()
  await submit()
  expect(happened).toEqual(['save'])
  await answer(true)
  expect(happened).toEqual(['save', 'close'])
})

test('given something left to fill in, or a server that refuses, then the dialog stays and can be sent again', async () => {
  const { happened, submit, answer } = await open()
  for (const how of [false, new Error('refused'), true]) {
    await submit()
    await answer(how)
  }
  expect(happened).toEqual(['save', 'save', 'save', 'close'])
})
