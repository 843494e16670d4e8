import { expect } from '@playwright/test'
import { fillLogin, place } from '../support/people.ts'
import { test } from '../support/test.ts'
import { signOut } from './people.ts'

/** What lies in the browser's database of the journal: the names of its entries, and their bytes as text. */
const keptEntries = async () => {
  // To open it before the page has made it would leave it without its stores.
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'yanshu-journal')) return { names: [], text: '' }
  return new Promise<{ names: string[]; text: string }>((resolve, reject) => {
    const opening = indexedDB.open('yanshu-journal')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const store = opening.result.transaction('entries').objectStore('entries')
      const keys = store.getAllKeys()
      const values = store.getAll()
      values.onsuccess = () => {
        opening.result.close()
        const decoder = new TextDecoder()
        const text = values.result.map((one: { bytes: ArrayBuffer }) => decoder.decode(one.bytes)).join('\n')
        resolve({ names: keys.result.map(String), text })
      }
    }
  })
}

/** Everything that lies in a store of the browser for this origin, as text, but for the keys of the journal. */
const everyStore = async () => {
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      found.push(request.url)
      // The client's own files are the same for all accounts.
      if (!/\.(js|css|woff2|svg|png)(\?|$)/.test(request.url))
        found.push((await (await cache.match(request))?.text()) ?? '')
    }
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    for (const storeName of database.objectStoreNames) {
      // The key of an account, which no script can read, stays for its drafts.
      if (storeName === 'keys') continue
      const store = database.transaction(storeName).objectStore(storeName)
      const all = <T>(asked: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result)
          asked.onerror = () => reject(asked.error)
        })
      const keys = await all(store.getAllKeys())
      const values = await all(store.getAll())
      const asText = (_key: string, value: unknown) =>
        value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value
      found.push(keys.join('\n'), JSON.stringify(values, asText))
    }
    database.close()
  }
  return found.join('\n')
}

test('after one visit the page starts without its server, with the folders of before and of nobody else', async ({
  someone,
  ownServer,
}) => {
  const person = await someone({ user: 'liu.yang', server: ownServer.url, serviceWorker: true })
  const { page, context, words } = person
  const devTools = await context.newCDPSession(page)
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  // Playwright's contexts are private windows.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const inbox = place(page, words.own.folder.inbox)
  await expect(inbox).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => caches.match('/').then(Boolean))).toBe(true)
  const ofFrame = async () => (await page.evaluate(keptEntries)).names.filter((name) => name.includes('\nframe\n'))
  await expect.poll(ofFrame).toEqual(['liu.yang@yanshu.test\nframe\nfolders'])
  expect((await page.evaluate(keptEntries)).text).not.toContain('inbox')
  const said = await inbox.textContent()

  await ownServer.stop()
  try {
    await page.reload()
    await expect(page.getByText(words.shell.notices.offlineStart)).toBeVisible()
    expect(await inbox.textContent()).toBe(said)
    expect(person.seen.violations).toEqual([])
  } finally {
    await ownServer.start()
  }
  await expect(page.getByText(words.shell.notices.offlineStart)).toBeHidden({ timeout: 60_000 })
  const folderName = `网${Date.now() % 100_000}`
  await person.api.post('mail/main/folder/save', { folderName })
  await expect(page.getByRole('treeitem', { name: folderName })).toBeVisible()

  await signOut(person)
  await expect.poll(ofFrame).toEqual([])

  // Another account in the same browser: what is kept is its own, and no store holds anything of the first.
  await fillLogin({ ...person, user: 'xu.jing' })
  await expect.poll(ofFrame).toEqual(['xu.jing@yanshu.test\nframe\nfolders'])
  const stored = await page.evaluate(everyStore)
  expect(stored).toContain('xu.jing')
  for (const trace of [folderName, person.api.accessToken]) expect(stored).not.toContain(trace)
  // The journal has nothing either: there was nothing that the server lacked.
  const { names } = await page.evaluate(keptEntries)
  expect(names.filter((name) => name.startsWith('liu.yang'))).toEqual([])
  expect(stored).not.toContain('liu.yang')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(words.shell.notices.offlineStart)).toBeVisible()
  await expect(inbox).toBeVisible()
  await expect(page.getByRole('treeitem', { name: folderName })).toHaveCount(0)
})
