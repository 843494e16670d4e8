import { expect, test } from '@playwright/test'
import { open } from './people.ts'

test.use({ serviceWorkers: 'allow' })

test('a second visit fetches nothing but the page, the manifest and data, of which the worker keeps no manifest and no answer of the server', async ({
  page,
}) => {
  await open(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // What was fetched before the worker was installed is kept at the next visit.
  await page.reload()
  await page.getByRole('tree').waitFor()
  await page.waitForLoadState('networkidle')
  const kept = () =>
    page.evaluate(async () => {
      const addresses: string[] = []
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname)
      }
      return addresses
    })
  // The page and the empty document of mails are kept for a start without a network, and no data of a person.
  await expect
    .poll(async () => [...new Set((await kept()).filter((path) => !/^\/(app|assets|r)\//.test(path)))])
    .toEqual(['/', '/mail-frame.html'])

  const fetched: string[] = []
  page.on('response', (response) => {
    if (!response.fromServiceWorker()) fetched.push(new URL(response.url()).pathname)
  })
  await page.reload()
  await page.getByRole('tree').waitFor()
  await page.waitForLoadState('networkidle')
  const files = fetched.filter((path) => /^\/(app|assets|r)\//.test(path))
  expect(files).toEqual([])
})
