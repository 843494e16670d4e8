import { expect } from '@playwright/test'
import { startDevelopment } from '@yanshu/build/development'
import host from '../../host/webpack.config.ts'
import { bodyOf } from '../mail/mailing.ts'
import { openSession } from '../support/api.ts'
import { mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'

test('given the host under development, when somebody reads a mail, then everything it asks for is there', async ({
  stranger,
  baseURL,
}) => {
  const backend = baseURL ?? ''
  const development = await startDevelopment({ host, backend, port: Number(new URL(backend).port) + 5 })
  try {
    const { page, seen, user } = await stranger({ user: 'li.na', server: backend })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    // Another port is another origin, with a storage of its own.
    const { accessToken, refreshToken, userMail } = await openSession(backend, user)
    const stored = { accessToken, refreshToken, userMail }
    await page.addInitScript((values) => Object.assign(localStorage, values), stored)
    await page.goto(`${development.url}#/inbox`)
    await mailRows(page).nth(1).click()
    await expect(bodyOf(page)).not.toBeEmpty()
    expect(refused).toEqual([])
    expect(seen.errors).toEqual([])
  } finally {
    await development.close()
  }
})
