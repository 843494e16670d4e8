// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { rememberedLook, settings } from '../src/index.ts'
import { startTestShell, TestFailure, type TestShell } from '../src/testing/index.ts'

let shell: TestShell
afterEach(() => {
  shell.stop()
  localStorage.clear()
})

test('a setting shows at once and stays when the server agrees', async () => {
  shell = await startTestShell({
    responses: { 'mail/main/generalConfig/single/update': () => ({ ...settings.current().general, fontSize: 3 }) },
  })
  const saved = settings.save('fontSize', 3)
  expect(settings.current().general.fontSize).toBe(3)
  await saved
  expect(settings.current().general.fontSize).toBe(3)
  expect(shell.calls.at(-1)?.input).toEqual({ key: 'fontSize', value: 3 })
})

test('a setting the server refuses goes back, said once, and later ones stay', async () => {
  const first = Promise.withResolvers<void>()
  const before = { ...(await startTestShell()), general: settings.current().general }
  before.stop()
  shell = await startTestShell({
    responses: {
      'mail/main/generalConfig/single/update': async ({ key }: Readonly<Record<string, unknown>>) => {
        if (key !== 'skin') return { ...before.general, fontSize: 2 }
        await first.promise
        throw new TestFailure(500_001, '服务器出错')
      },
    },
  })
  const skin = settings.save('skin', 'skin_5')
  const size = settings.save('fontSize', 2)
  expect(settings.current().general).toMatchObject({ skin: 'skin_5', fontSize: 2 })
  await size
  expect(settings.current().general).toMatchObject({ skin: 'skin_5', fontSize: 2 })
  first.resolve()
  await expect(skin).rejects.toMatchObject({ code: 500_001 })
  expect(settings.current().general).toMatchObject({ skin: 'skin_0', fontSize: 2 })
  expect(shell.errors).toEqual(['服务器出错'])
})

test('settings read before a change and answered after it do not bring back what was chosen before', async () => {
  const read = Promise.withResolvers<void>()
  let kept = 'skin_0'
  shell = await startTestShell()
  const index = settings.current()
  let reads = 0
  shell.answer({
    'mail/main/index': async () => {
      const answer = { ...index, general: { ...index.general, skin: kept } }
      if (reads++ === 0) await read.promise
      return answer
    },
    'mail/main/generalConfig/single/update': ({ value }: Readonly<Record<string, unknown>>) => {
      kept = String(value)
      return { ...index.general, skin: kept }
    },
  })
  const shown = new Set<string>()
  const loaded = settings.load()
  await settings.save('skin', 'skin_4')
  const unfollow = settings.subscribe(() => shown.add(settings.current().general.skin))
  read.resolve()
  await loaded
  unfollow()
  expect([...shown]).toEqual(['skin_4'])
})

test('the look last used is there for the next login page', async () => {
  shell = await startTestShell()
  await settings.saveAll({ skin: 'skin_2', language: 'en' }).catch(() => undefined)
  expect(rememberedLook()).toMatchObject({ skin: 'skin_0', language: 'zh' })
  shell.answer({ 'mail/main/generalConfig/save': { ...settings.current().general, skin: 'skin_2', language: 'en' } })
  await settings.saveAll({ skin: 'skin_2', language: 'en' })
  expect(rememberedLook()).toMatchObject({ skin: 'skin_2', language: 'en' })
})

test('a remembered look that makes no sense is not taken over', async () => {
  shell = await startTestShell()
  localStorage.setItem('yanshu.look', '{"skin":"skin_99","fontSize":"2","language":7,"colorMode":null}')
  expect(rememberedLook()).toEqual({ language: 'zh', fontSize: 1, skin: 'skin_0', colorMode: 'system' })
})
