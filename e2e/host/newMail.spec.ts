import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { LI_NA, open } from './people.ts'

/** The server holds a sent mail for ten seconds so that it can be recalled. */
test.setTimeout(60_000)

test('a mail that arrives is announced at once, counted, and opened from the notice', async ({
  page,
  request,
  baseURL,
}) => {
  const login = await request.post('/api/mail/apilogin/userLogin', {
    data: { account: 'zhang.wei', password: LI_NA.password },
  })
  const { data: tokens } = await login.json()
  await open(page)
  const unread = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
  await expect(page).toHaveTitle(/首页 - 雁书$/)
  // The number comes into the title after its words.
  const before = (await (await apiOf(baseURL ?? '', LI_NA.account)).folder('inbox')).unread
  await expect.poll(unread).toBe(before)
  const subject = `推送 ${Date.now()}`
  const sent = await request.post('/api/mail/email/send', {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
    data: {
      kind: 'new',
      sourceMailId: null,
      mailId: null,
      requestId: `e2e-host-${Date.now()}`,
      subject,
      html: '<p>你好</p>',
      fileIds: [],
      to: [{ name: '', address: LI_NA.mail }],
      cc: [],
      bcc: [],
    },
  })
  expect((await sent.json()).code).toBe(200)
  await expect(page.getByText(subject).first()).toBeVisible({ timeout: 30_000 })
  await expect.poll(unread).toBe(before + 1)
})
