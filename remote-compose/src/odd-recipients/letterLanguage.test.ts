// @vitest-environment happy-dom
import { addMessages, t } from '@yanshu/shell-api'
import { startTestShell } from '@yanshu/shell-api/testing'
import { expect, test } from 'vitest'
import words from '../messages/zh.ts'
import { languageQuestion, scriptOf, scriptOfMails } from './letterLanguage.ts'

test.each([
  ['请查收附件中的合同，并于周五前回复。谢谢！', 'han'],
  ['请查收 Q3 report，有问题请联系我，谢谢大家的支持与配合。', 'han'],
  ['Please find the contract attached and answer by Friday. 张伟', 'latin'],
  ['好的，谢谢', null],
  ['Please see below. 请看下面的说明，谢谢。 Kind regards and thanks', null],
  ['Пожалуйста, ответьте до пятницы, спасибо', null],
  ['https://a.example/very/long/address/with/many/letters zhang.wei@yanshu.test 好', null],
] as const)('%s is in %s', (text, script) => {
  expect(scriptOf(text)).toBe(script)
})

test('a person has a script where all of some mails of their own have it', () => {
  const mail = (address: string, preview: string) => ({ from: { name: '', address }, subject: '', preview })
  const han = '请查收附件中的合同，并于周五前回复。谢谢！'
  const latin = 'Please find the contract attached and answer by Friday.'
  const jim = (...texts: string[]) => texts.map((text) => mail('Jim@out.example', text))
  expect(scriptOfMails(jim(latin, latin, latin), 'jim@out.example')).toBe('latin')
  expect(scriptOfMails(jim(latin, latin), 'jim@out.example')).toBeNull()
  expect(scriptOfMails(jim(latin, han, latin, latin), 'jim@out.example')).toBeNull()
  expect(scriptOfMails([...jim(latin, latin, latin), mail('me@in.example', han)], 'jim@out.example')).toBe('latin')
})

test('given people who have always written in the other script, then the writer is asked; where one writes alike, not', async () => {
  const latin = 'Please find the contract attached and answer by Friday.'
  const han = '请查收附件中的合同，并于周五前回复。谢谢！'
  const mails = (address: string, preview: string) => ({
    list: Array.from({ length: 3 }, () => ({ from: { name: '', address }, subject: '', preview })),
  })
  const shell = await startTestShell({
    responses: {
      'mail/email/related/list': ({ address }: Readonly<Record<string, unknown>>) =>
        address === 'jim@out.example' ? mails('jim@out.example', latin) : mails(`${address}`, han),
    },
  })
  addMessages('remote-compose', 'zh', words)
  const say = (key: string, values?: Record<string, string | number>) => t('remote-compose', key, values)
  const signal = new AbortController().signal
  const jim = { name: 'Jim', address: 'jim@out.example' }
  const li = { name: '李娜', address: 'li.na@in.example' }
  expect(await languageQuestion(han, [jim], say, signal)).toMatchObject({
    title: '这封信是中文写的',
    text: expect.stringContaining('Jim'),
  })
  expect(await languageQuestion(latin, [li], say, signal)).toMatchObject({ title: '这封信不是中文写的' })
  expect(await languageQuestion(han, [jim, li], say, signal)).toBeNull()
  expect(await languageQuestion(latin, [jim], say, signal)).toBeNull()
  expect(await languageQuestion('好的', [jim], say, signal)).toBeNull()
  // Each was asked about once.
  expect(shell.calls.filter(({ path }) => path === 'mail/email/related/list')).toHaveLength(2)
  shell.stop()
})
