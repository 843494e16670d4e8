import { expect } from '@playwright/test'
import { automaticMailZh } from '../../remote-settings/src/automatic-mail/automaticMailText.ts'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const USER = 'he.xue'
const COLLEAGUE = 'wang.fang@yanshu.test'
const reply = {
  startAt: null,
  endAt: null,
  subject: '',
  inside: '<p>休假</p>',
  outsideTo: 'known',
  outside: '',
} as const

test.afterEach(async ({ baseURL }) => {
  const api = await apiOf(baseURL ?? '', USER)
  await api.post('mail/main/generalConfig/saveReply', { ...reply, enabled: false })
  await api.post('mail/main/generalConfig/saveForward', { enabled: false, keepCopy: true })
  await api.post('mail/main/generalConfig/forward/remove', { address: COLLEAGUE })
})

test('given an automatic reply and forwarding that are on, then a bar on every page names them and turns them off', async ({
  someone,
}) => {
  const person = await someone({ user: USER })
  const { page, api } = person
  const words = automaticMailZh
  await api.post('mail/main/generalConfig/saveReply', { ...reply, enabled: true })
  await api.post('mail/main/generalConfig/forward/add', { address: COLLEAGUE })
  await api.post('mail/main/generalConfig/saveForward', { enabled: true, keepCopy: true })
  const away = page.getByRole('status').filter({ hasText: words.reply })
  const forwarded = page.getByRole('status').filter({ hasText: filled(words.forward, { addresses: COLLEAGUE }) })
  await expect(away).toBeVisible()
  await expect(forwarded).toBeVisible()
  await goTo(page, '/calendar')
  await expect(away).toBeVisible()
  expect(await violations(page)).toEqual([])

  await away.getByRole('button', { name: words.turnOffReply }).click()
  await expect(away).toHaveCount(0)
  expect((await api.get('mail/main/generalConfig/getReply')).enabled).toBe(false)
  await forwarded.getByRole('button', { name: words.turnOffForward }).click()
  await expect(forwarded).toHaveCount(0)
  expect(await api.get('mail/main/generalConfig/getForward')).toMatchObject({ enabled: false, keepCopy: true })
  expect(person.seen.errors).toEqual([])
  expect(person.seen.violations).toEqual([])
})
