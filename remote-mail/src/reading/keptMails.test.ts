// @vitest-environment happy-dom
import { queryKeys } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, expect, test } from 'vitest'
import { mailbox } from '../mailbox/mailbox.ts'
import { rowOf } from '../testing/modelServer.ts'
import { KEPT_TEXTS, keepMail } from './keptMails.ts'
import { mailQuery } from './mailQuery.ts'

let shell: TestShell
afterEach(() => shell.stop())

const detailOf = (mailId: number) => ({ ...rowOf(mailId), html: null, text: `第 ${mailId} 封`, attachments: [] })

test('given 10,000 opened mails, then the last ones are kept, and a dropped one opens again', async () => {
  shell = await startTestShell({
    responses: { 'mail/email/detail': (body: unknown) => detailOf(Number(Reflect.get(Object(body), 'mailId'))) },
  })
  const client = queryClient()
  const { cache } = mailbox()
  for (let mailId = 1; mailId <= 10_000; mailId++) {
    // As an answer leaves them.
    client.setQueryData(queryKeys.mail(mailId), detailOf(mailId))
    cache.receive([rowOf(mailId)], { asOf: cache.now() })
    keepMail(mailId)
  }
  expect(client.getQueryCache().getAll().length).toBe(KEPT_TEXTS)
  expect([...cache.baseRows()].length).toBeLessThan(5_500)
  expect(cache.row(1)).toBeUndefined()
  const opened = await client.fetchQuery(mailQuery(1))
  expect(opened.text).toBe('第 1 封')
  expect(cache.row(1)?.mailId).toBe(1)
  expect(shell.calls.filter(({ path }) => path === 'mail/email/detail')).toHaveLength(1)
})
