// @vitest-environment happy-dom
import { addMessages } from '@yanshu/shell-api'
import { startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { dropQuestions } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import zh from '../messages/zh.ts'
import { askVersion } from './askVersion.ts'

let shell: TestShell
beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-compose', 'zh', zh)
})
afterEach(() => {
  dropQuestions()
  shell.stop()
})

/** The question, and a button of it. */
async function asked() {
  let answer: ReturnType<typeof askVersion> | undefined
  await act(async () => {
    answer = askVersion(0)
  })
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].find((one) => one.textContent === name)
  return { answer, button }
}

test('given the question which version to go on with, when nobody answers it, then what this device kept stays', async () => {
  const escaped = await asked()
  expect(document.activeElement).toBe(escaped.button(zh.versions.kept))
  await act(async () =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  )
  expect(await escaped.answer).toBe('kept')
  const locked = await asked()
  await act(async () => dropQuestions())
  expect(await locked.answer).toBe('kept')
})

test('given the question, then either version can be chosen', async () => {
  for (const choice of ['kept', 'server'] as const) {
    const { answer, button } = await asked()
    await act(async () => button(zh.versions[choice])?.click())
    expect(await answer).toBe(choice)
  }
})
