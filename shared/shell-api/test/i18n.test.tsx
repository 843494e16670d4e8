// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { en } from '../src/messages/en.ts'
import { zh } from '../src/messages/zh.ts'

const fresh = async () => {
  vi.resetModules()
  const i18n = await import('../src/i18n/i18n.ts')
  const { startMessages } = await import('../src/i18n/engine.ts')
  startMessages()
  await i18n.initI18n('zh')
  return i18n
}

function Words({ useT, seen }: { useT: typeof import('../src/i18n/i18n.ts').useT; seen: string[] }) {
  seen.push(`${useT('a')('hello')} ${useT('b')('bye')}`)
  return null
}

beforeEach(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
})

test('own messages have the same keys in both languages', () => {
  const keys = (tree: object, at = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'object' ? keys(value, `${at}${key}.`) : `${at}${key}`,
    )
  expect(keys(en)).toEqual(keys(zh))
})

test('a key missing in English is said in Chinese, a key missing everywhere is shown itself', async () => {
  const { addMessages, setLanguage, t } = await fresh()
  addMessages('mail', 'zh', { list: { empty: '没有邮件' } })
  addMessages('mail', 'en', { list: {} })
  await setLanguage('en')
  expect(t('mail', 'list.empty')).toBe('没有邮件')
  expect(t('mail', 'list.nothing')).toBe('list.nothing')
})

test('values are put in as they are, and a colon belongs to the key', async () => {
  const { addMessages, t } = await fresh()
  addMessages('mail', 'zh', { to: '收件人：{{name}}', 'a:b': '冒号' })
  expect(t('mail', 'to', { name: '<张伟>' })).toBe('收件人：<张伟>')
  expect(t('mail', 'a:b')).toBe('冒号')
})

test('English counts one and many', async () => {
  const { addMessages, setLanguage, t } = await fresh()
  addMessages('mail', 'en', { moved_one: '{{count}} mail', moved_other: '{{count}} mails' })
  await setLanguage('en')
  expect([t('mail', 'moved', { count: 1 }), t('mail', 'moved', { count: 3 })]).toEqual(['1 mail', '3 mails'])
})

test('a change of language waits for every loader, then renders once', async () => {
  const { addMessages, language, onLanguage, setLanguage, useT } = await fresh()
  addMessages('a', 'zh', { hello: '你好' })
  addMessages('b', 'zh', { bye: '再见' })
  const ready = Promise.withResolvers<void>()
  onLanguage(async (next) => addMessages('a', next, { hello: 'Hello' }))
  onLanguage(async (next) => {
    await ready.promise
    addMessages('b', next, { bye: 'Bye' })
  })
  const seen: string[] = []
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Words useT={useT} seen={seen} />))
  const changed = setLanguage('en')
  await act(async () => {})
  expect(language()).toBe('zh')
  ready.resolve()
  await act(async () => changed)
  expect(seen).toEqual(['你好 再见', 'Hello Bye'])
  expect(document.documentElement.lang).toBe('en')
  await act(async () => root.unmount())
})

test('code that needs messages before they are there can wait for them', async () => {
  const { addMessages, t, whenSpoken } = await fresh()
  const said: string[] = []
  const speaking = whenSpoken('late').then(() => said.push(t('late', 'hello')))
  addMessages('other', 'zh', { hello: '别的' })
  await Promise.resolve()
  expect(said).toEqual([])
  addMessages('late', 'zh', { hello: '你好' })
  await speaking
  await whenSpoken('late')
  expect(said).toEqual(['你好'])
})

test('a loader that fails does not hold the language back', async () => {
  const { language, onLanguage, setLanguage } = await fresh()
  onLanguage(() => Promise.reject(new Error('offline')))
  await setLanguage('en')
  expect(language()).toBe('en')
})

test('the last of two overlapping changes wins', async () => {
  const { language, onLanguage, setLanguage } = await fresh()
  const slow = Promise.withResolvers<void>()
  onLanguage((next) => (next === 'en' ? slow.promise : Promise.resolve()))
  const first = setLanguage('en')
  await setLanguage('zh')
  slow.resolve()
  await first
  expect(language()).toBe('zh')
})

test('a loader that registers while others still load is asked before the language is shown', async () => {
  const { language, onLanguage, setLanguage } = await fresh()
  const slow = Promise.withResolvers<void>()
  onLanguage(() => slow.promise)
  const changed = setLanguage('en')
  const asked: string[] = []
  onLanguage(async (next) => {
    asked.push(`${next} while ${language()}`)
  })
  slow.resolve()
  await changed
  expect(asked).toEqual(['en while zh'])
  expect(language()).toBe('en')
})

test('before the engine has come, messages are looked up all the same, and the engine knows them', async () => {
  vi.resetModules()
  const i18n = await import('../src/i18n/i18n.ts')
  await i18n.initI18n('en')
  i18n.addMessages('login', 'zh', { form: { wait: '请等待 {{seconds}} 秒', only: '只有中文' } })
  i18n.addMessages('login', 'en', { form: { wait: 'Wait {{seconds}} s' } })
  const said = () => [
    i18n.t('login', 'form.wait', { seconds: 5 }),
    i18n.t('login', 'form.only'),
    i18n.t('login', 'form.none'),
    i18n.t('shell-api', 'error.expired'),
  ]
  const before = said()
  expect(before).toEqual(['Wait 5 s', '只有中文', 'form.none', en.error.expired])
  await i18n.setLanguage('zh')
  expect(i18n.t('login', 'form.wait', { seconds: 5 })).toBe('请等待 5 秒')
  await i18n.setLanguage('en')
  const { startMessages } = await import('../src/i18n/engine.ts')
  startMessages()
  startMessages()
  expect(said()).toEqual(before)
})

test('a message that was asked for before follows the language, and messages that come later', async () => {
  const { addMessages, setLanguage, t } = await fresh()
  expect(t('mail', 'late')).toBe('late')
  addMessages('mail', 'zh', { late: '来了' })
  addMessages('mail', 'en', { late: 'here' })
  expect([t('mail', 'late'), t('mail', 'late')]).toEqual(['来了', '来了'])
  await setLanguage('en')
  expect(t('mail', 'late')).toBe('here')
})
