import { expect, test } from '@playwright/test'
import { apiOf, DOMAIN, PASSWORD } from '../support/api.ts'
import { open } from './people.ts'

/** A user to whom no other test sends: a letter of the test before may arrive ten seconds after it was sent. */
const READER = { account: 'shen.jun', mail: `shen.jun@${DOMAIN}` }

test('a mail that arrives is announced at once, counted, and opened from the notice', async ({
  page,
  request,
  baseURL,
}) => {
  const login = await request.post('/api/mail/apilogin/userLogin', {
    data: { account: 'zhang.wei', password: PASSWORD },
  })
  const { data: tokens } = await login.json()
  await open(page, READER)
  const unread = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1] ?? 0)
  await expect(page).toHaveTitle(/首页 - 雁书$/)
  // The number comes into the title after its words.
  const before = (await (await apiOf(baseURL ?? '', READER.account)).folder('inbox')).unread
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
      to: [{ name: '', address: READER.mail }],
      cc: [],
      bcc: [],
    },
  })
  expect((await sent.json()).code).toBe(200)
  await expect(page.getByText(subject).first()).toBeVisible()
  await expect.poll(unread).toBe(before + 1)
})
