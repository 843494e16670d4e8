import { expect } from '@playwright/test'
import { SOCKET_UNAUTHORIZED } from '@yanshu/contracts'
import { goTo, logIn, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

test('a push socket that no longer knows the token comes back with another one; a session that ends without unsaved work leads to the login, and from there back to the same place', async ({
  stranger,
  baseURL,
}) => {
  const person = await stranger({ user: 'chen.jie' })
  const { page, words } = person
  const hellos: string[] = []
  let ready = false
  await page.routeWebSocket(/\/ws\/mail\/message\//, (socket) => {
    if (hellos.length === 0) {
      socket.onMessage((hello) => {
        hellos.push(String(hello))
        void socket.close({ code: SOCKET_UNAUTHORIZED })
      })
      return
    }
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      hellos.push(String(message))
      server.send(message)
    })
    server.onMessage((message) => {
      ready ||= String(message).includes('ready')
      socket.send(message)
    })
  })
  const refreshed = page.waitForResponse((response) => response.url() === `${baseURL}/api/oauth/token`)
  await logIn(person, '/outbox')
  expect((await refreshed).status()).toBe(200)
  await expect.poll(() => ready).toBe(true)
  expect(new Set(hellos).size).toBe(hellos.length)
  expect(hellos.at(-1)).toContain(await page.evaluate(() => localStorage.getItem('accessToken')))

  /** Keys of the journal on this device. To open it before the page has made it would leave it without its stores. */
  const keys = () =>
    page.evaluate(async () => {
      const known = await indexedDB.databases()
      if (!known.some(({ name }) => name === 'yanshu-journal')) return 0
      return new Promise<number>((done) => {
        const opening = indexedDB.open('yanshu-journal')
        opening.onsuccess = () => {
          const counted = opening.result.transaction('keys').objectStore('keys').count()
          counted.onsuccess = () => {
            opening.result.close()
            done(counted.result)
          }
        }
      })
    })
  // What is kept of the frame is sealed once nothing else is to be done.
  await expect.poll(keys).toBe(1)
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
    await fetch('/api/oauth/logout', { headers })
  })
  // By its address: the page may have noticed by itself, and then there is no sidebar.
  await goTo(page, '/draftbox')
  const password = page.getByLabel(words.login.password, { exact: true })
  await expect(password).toBeVisible()
  // The session is not used further: its key is no longer here.
  await expect.poll(keys).toBe(0)
  // The account is named only where that was asked for.
  await page.locator('[name=username]').fill('chen.jie')
  await password.fill('Wild-Goose-7')
  await password.press('Enter')
  await page.getByRole('tree').waitFor()
  await expect.poll(() => pathOf(page)).toBe('/draftbox')
})
