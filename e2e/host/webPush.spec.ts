import { createECDH, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { enter, goTo, pathOf } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Takes the place of the browser's own push service, which tests cannot reach: the keys are real. */
const keys = createECDH('prime256v1').generateKeys()
const listening = { p256dh: [...keys], auth: [...randomBytes(16)], endpoint: 'https://push.example.org/li.na' }

test('new mail is told while the page is closed, after it was asked for, and a click shows it in the list', async ({
  stranger,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const person = await stranger({ user: 'luo.dan', serviceWorker: true })
  const { context, words } = person
  const { page } = person
  const { notify } = words.settings
  await context.grantPermissions(['notifications'], { origin })
  await context.addInitScript(({ p256dh, auth, endpoint }) => {
    PushManager.prototype.subscribe = async () =>
      Object.assign(Object.create(PushSubscription.prototype, { endpoint: { value: endpoint } }), {
        getKey: (name: string) => new Uint8Array(name === 'auth' ? auth : p256dh).buffer,
      })
  }, listening)
  const registered = new Promise<string>((resolve) => {
    void context.newCDPSession(page).then(async (devTools) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      })
      await devTools.send('ServiceWorker.enable')
    })
  })
  await enter(page, person.user, '/set/normalset?at=webPush')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const closed = page.getByRole('switch', { name: notify.closed })
  await expect(closed).not.toBeChecked()
  await closed.click()
  await expect(closed).toBeChecked()
  expect(await violations(page)).toEqual([])
  // Nothing of a mail is shown until that is allowed too.
  const content = page.getByRole('switch', { name: notify.content })
  await expect(content).not.toBeChecked()
  await content.click()
  await expect(content).toBeChecked()

  const [mail] = await person.api.inbox()
  if (!mail) throw new Error('luo.dan has no mail')
  const registrationId = await registered
  const elsewhere = await context.newPage()
  const devTools = await context.newCDPSession(elsewhere)
  await devTools.send('ServiceWorker.enable')
  await page.close()
  const note = {
    account: 'luo.dan@yanshu.test',
    mailId: mail.mailId,
    path: '/inbox',
    from: '张伟',
    subject: '季度报告',
    language: 'zh',
  }
  const data = JSON.stringify(note)
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker')
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await registration.getNotifications()).map(({ title, body }) => [title, body])
    })
  await expect.poll(shown).toEqual([['张伟 发来新邮件', '季度报告']])

  await elsewhere.goto('/#/outbox')
  await expect(elsewhere.getByRole('tree')).toBeVisible()
  await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    // Only a person's click may bring a window to the front; where it leads needs no click.
    const click = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    globalThis.dispatchEvent(click)
  })
  await expect.poll(() => pathOf(elsewhere)).toBe(`/inbox?mail=${mail.mailId}`)
  await expect.poll(shown).toEqual([])

  await goTo(elsewhere, '/set/normalset?at=webPush')
  await elsewhere.getByRole('switch', { name: notify.closed }).click()
  await expect(elsewhere.getByRole('switch', { name: notify.content })).toBeHidden()
  await elsewhere.reload()
  await expect(elsewhere.getByRole('switch', { name: notify.closed })).not.toBeChecked()
})
