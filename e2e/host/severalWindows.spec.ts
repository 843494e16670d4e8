import { expect } from '@playwright/test'
import { place } from '../support/people.ts'
import { startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

const METRICS = 'several-windows-of-one-login'

test('two windows of a login have one socket; when the one that has it is closed, the other misses nothing', async ({
  someone,
}) => {
  const server = await startServer({ settings: { YANSHU_METRICS_TOKEN: METRICS } })
  try {
    const { page: first, context, api, words } = await someone({ user: 'liu.yang', server: server.url })
    /** Push sockets, as the server counts them. */
    const sockets = async () => {
      const measures = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
      return Number(/^yanshu_push_sockets (\d+)$/m.exec(await measures.text())?.[1])
    }
    const make = (folderName: string) => api.post('mail/main/folder/save', { folderName })
    const second = await context.newPage()
    await second.goto('/#/inbox')
    await expect(place(second, words.own.folder.inbox)).toBeVisible()

    await make('两个窗口')
    for (const page of [first, second]) await expect(place(page, '两个窗口')).toBeVisible()
    await expect.poll(sockets).toBe(1)

    await first.close()
    for (const name of ['关闭之后', '仍在继续']) await make(name)
    for (const name of ['关闭之后', '仍在继续']) await expect(place(second, name)).toBeVisible()
    await expect.poll(sockets).toBe(1)

    const third = await context.newPage()
    await third.goto('/#/inbox')
    await expect(place(third, '仍在继续')).toBeVisible()
    await make('又一个窗口')
    for (const page of [second, third]) await expect(place(page, '又一个窗口')).toBeVisible()
    await expect.poll(sockets).toBe(1)

    // Signing out in the window without the socket ends it for both.
    await third.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
    await third.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
    for (const page of [second, third]) {
      await expect(page.getByRole('button', { name: words.login.submit, exact: true })).toBeVisible()
    }
    await expect.poll(sockets).toBe(0)
  } finally {
    await server.remove()
  }
})
