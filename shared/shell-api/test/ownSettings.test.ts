// @vitest-environment happy-dom
import { OWN_SETTINGS_CHANGED, type OwnSettings } from '@yanshu/contracts'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ownSettings, useOwnSettings } from '../src/own-settings/index.ts'
import { renderInShell, startTestShell, TestFailure, type TestShell } from '../src/testing/index.ts'

const NOTES = {
  wide: { type: 'boolean', default: false },
  size: { type: 'number', default: 2, min: 1, max: 5 },
} as const satisfies OwnSettings

const drawn: string[] = []

function View() {
  const { values, isKnown } = useOwnSettings('remote-notes', NOTES)
  drawn.push(`${isKnown} ${values.size}`)
  return null
}

let shell: TestShell
afterEach(() => shell.stop())

/** A server that keeps what it is sent. */
function server(kept: Record<string, unknown>) {
  return {
    'mail/remote/settings/get': () => ({ values: { ...kept } }),
    'mail/remote/settings/save': ({ values }: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(Object(values))) {
        if (value === null) delete kept[name]
        else kept[name] = value
      }
      return { values: { ...kept } }
    },
  }
}

test('given what a person has chosen, then that is read, what does not fit is the default, and null takes it back', async () => {
  shell = await startTestShell({ responses: server({ size: 9, wide: true, gone: 1 }) })
  const own = ownSettings('remote-notes', NOTES)
  expect(await own.read()).toEqual({ wide: true, size: 2 })
  await own.save({ size: 4, wide: null })
  expect(await own.read()).toEqual({ wide: false, size: 4 })
  expect(shell.calls.filter(({ path }) => path.endsWith('settings/get'))).toHaveLength(1)
})

test('given a change that the server refuses, then it is shown at once and taken back', async () => {
  shell = await startTestShell({
    responses: {
      ...server({ size: 3 }),
      'mail/remote/settings/save': () => {
        throw new TestFailure(500_001, '服务器出错')
      },
    },
  })
  const own = ownSettings('remote-notes', NOTES)
  await own.read()
  const saved = own.save({ size: 5 })
  expect(await own.read()).toEqual({ wide: false, size: 5 })
  await expect(saved).rejects.toMatchObject({ code: 500_001 })
  expect(await own.read()).toEqual({ wide: false, size: 3 })
})

test('given a view, then it is drawn with the defaults, with the answer, and with what another window has saved', async () => {
  const kept: Record<string, unknown> = { size: 3 }
  shell = await startTestShell({ responses: server(kept) })
  const view = await renderInShell(createElement(View))
  await vi.waitFor(() => expect(drawn.at(-1)).toBe('true 3'))
  expect(drawn[0]).toBe('false 2')
  kept.size = 5
  shell.emit({ optType: 'event', name: OWN_SETTINGS_CHANGED, data: { remote: 'remote-notes' } })
  await vi.waitFor(() => expect(drawn.at(-1)).toBe('true 5'))
  await view.unmount()
})

test('given the next person on the page, then nothing of the one before is shown', async () => {
  shell = await startTestShell({ responses: server({ size: 3 }) })
  expect(await ownSettings('remote-notes', NOTES).read()).toMatchObject({ size: 3 })
  shell.stop()
  shell = await startTestShell({ userMail: 'li.na@yanshu.test', responses: server({}) })
  expect(await ownSettings('remote-notes', NOTES).read()).toMatchObject({ size: 2 })
})
