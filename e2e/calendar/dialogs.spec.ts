import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import zhFiles from '../../remote-calendar/src/files/zh.ts'
import findZh from '../../remote-calendar/src/find-time/zh.ts'
import dialogsZh from '../../remote-calendar/src/panel/dialogs/zh.ts'
import { WORDS } from '../../shared/ui/src/editor/words.ts'
import { violations } from '../support/axe.ts'
import { boxOf, goTo, type Person, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const DIALOG = '[role="dialog"]'
const { name: naming, share, publish, subscribe } = dialogsZh
const DAY = '2028-03-15'
const path = `/calendar?view=week&day=${DAY}`
const at = (clock: string) => Date.parse(`${DAY}T${clock}:00+08:00`)
const HOUR = 3_600_000
const event = (page: Page, title: string) =>
  page
    .getByRole('grid')
    .filter({ visible: true })
    .getByRole('button', { name: new RegExp(title) })

/** The form of an event, and a copy of what was written in it. */
async function describedEvent(person: Person): Promise<void> {
  const { page, api, words } = person
  const { calendar } = words
  const title = `说明${Math.random().toString(36).slice(2, 6)}`
  const [home] = (await api.get('calendar/list')).calendars
  const times = { allDay: false, start: at('10:00'), end: at('11:00'), zone: 'Asia/Shanghai' }
  await api.post('calendar/event/save', { event: { calendarId: home?.calendarId ?? 0, title, ...times } })
  const found = async () =>
    (await api.get('calendar/events', { from: at('00:00') - 72 * HOUR, to: at('00:00') + 96 * HOUR })).instances.filter(
      (one) => one.title === title,
    )
  await goTo(page, path)
  await event(page, title).click()
  await page.getByRole('button', { name: calendar.edit, exact: true }).click()
  const form = page.getByRole('dialog', { name: calendar.form.edit })
  const words1 = form.getByRole('textbox', { name: calendar.form.description })
  await words1.click()
  await page.keyboard.type('议程 ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('预算')
  // Only tools whose result is kept.
  const tools = form.getByRole('toolbar')
  await expect(tools.getByRole('button', { name: WORDS.zh.bold, exact: true })).toHaveAttribute('aria-pressed', 'true')
  for (const tool of [WORDS.zh.color, WORDS.zh.highlight, WORDS.zh.align, WORDS.zh.font, WORDS.zh.size]) {
    await expect(tools.getByRole('button', { name: new RegExp(`^${tool}(?::|$)`) })).toHaveCount(0)
  }
  await page.keyboard.press('Control+Shift+e')
  await page.keyboard.press('Control+]')
  await expect(words1.locator('[style]')).toHaveCount(0)
  await form.getByRole('textbox', { name: calendar.form.categories }).fill('财务，季度')
  await form.getByRole('combobox', { name: calendar.reminder.label, exact: true }).click()
  await page.getByRole('option', { name: calendar.reminder.start }).click()
  await form.getByRole('button', { name: calendar.reminder.add }).click()
  const chosen = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`内容 ${name}`) })
  await form
    .locator(`input[type="file"][aria-label="${zhFiles.add}"]`)
    .setInputFiles([chosen('议程.txt'), chosen('不要.txt')])
  const shelf = form.getByRole('group', { name: zhFiles.title })
  await expect(shelf.getByText('不要.txt').first()).toBeVisible()
  await expect(shelf.getByRole('progressbar')).toHaveCount(0)
  await shelf.getByRole('button', { name: /不要\.txt$/ }).click()
  const undo = shelf.getByRole('button', { name: zhFiles.undo })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shelf.getByText('不要.txt').first()).toBeVisible()
  await shelf.getByRole('button', { name: /不要\.txt$/ }).click()
  await form.evaluate((dialog) => {
    const data = new DataTransfer()
    data.items.add(new File(['拖来的'], '拖来.txt', { type: 'text/plain' }))
    for (const type of ['dragenter', 'dragover', 'drop']) {
      dialog.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    }
  })
  await expect(shelf.getByText('拖来.txt').first()).toBeVisible()
  await expect(shelf.getByRole('progressbar')).toHaveCount(0)
  expect(await violations(page, { include: '[role="dialog"]' })).toEqual([])
  await form.getByRole('button', { name: calendar.save, exact: true }).click()
  await expect(form).toBeHidden()
  const [saved] = await found()
  const detail = await api.get('calendar/event/get', { eventId: saved?.eventId ?? 0 })
  expect(detail).toMatchObject({ description: '议程 预算', categories: ['财务', '季度'], reminders: [0, 1_440] })
  expect(detail.files.map(({ name }) => name)).toEqual(['议程.txt', '拖来.txt'])
  expect(detail.descriptionHtml).toMatch(/议程\s*(?:&nbsp;)?<(b|strong)>预算<\/\1>/)
  await event(page, title).click()
  const popover = page.getByRole('dialog', { name: title })
  await expect(popover.locator('b, strong').filter({ hasText: '预算' })).toBeVisible()
  await expect(popover).toContainText('财务、季度')
  const [downloaded] = await Promise.all([
    page.waitForEvent('download'),
    popover
      .getByRole('list', { name: zhFiles.list })
      .getByRole('button', { name: /拖来\.txt/ })
      .click(),
  ])
  expect([downloaded.suggestedFilename(), await readFile(await downloaded.path(), 'utf8')]).toEqual([
    '拖来.txt',
    '拖来的',
  ])
  await popover.getByRole('button', { name: calendar.close }).click()

  const box = await boxOf(event(page, title))
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 1.5, box.y + 10 + box.height, { steps: 8 })
  await page.keyboard.down('Control')
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect.poll(async () => (await found()).map(({ start }) => (start - at('10:00')) / HOUR)).toEqual([0, 25])
  const copy = (await found())[1]
  const same = { description: '议程 预算', categories: ['财务', '季度'], reminders: [0, 1_440] }
  expect(await api.get('calendar/event/get', { eventId: copy?.eventId ?? 0 })).toMatchObject({
    ...same,
    files: detail.files,
  })
  // Not the saving of before, which the notice may still offer.
  await takeBack(page, filled(calendar.done.created, { title }))
  await expect.poll(async () => (await found()).length).toBe(1)
  await expect(event(page, title)).toHaveCount(1)
  // By keys: taken up, moved a day, and put down as a copy.
  await event(page, title).focus()
  for (const key of ['m', 'ArrowLeft', 'c']) await page.keyboard.press(key)
  await expect.poll(async () => (await found()).map(({ start }) => (start - at('10:00')) / HOUR)).toEqual([-24, 0])
}

/** The dialogs of a calendar. */
async function ofOneCalendar(person: Person): Promise<void> {
  const { page, api, words } = person
  const { calendar } = words
  const name = `展会${Math.random().toString(36).slice(2, 7)}`
  const dialog = page.getByRole('dialog')
  const menu = async (item: string) => {
    await page.getByRole('button', { name: filled(calendar.panel.more, { name }) }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await expect(dialog).toBeVisible()
  }

  await page.getByRole('button', { name: calendar.panel.new, exact: true }).click()
  const field = dialog.getByRole('textbox', { name: naming.label })
  await field.fill('一二三四五六七八九十一二三四五六')
  await field.press('Enter')
  await expect(dialog.getByText(filled(naming.problem['too-long'], { max: 15, now: 16 }))).toBeVisible()
  expect(await violations(page, { include: DIALOG }), 'name').toEqual([])
  await field.fill(name)
  // Enter of an input method takes a word and saves nothing.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
  const mine = (await api.get('calendar/list')).calendars.filter((one) => one.name === name)
  expect(mine).toHaveLength(1)
  const calendarId = mine[0]?.calendarId ?? 0

  await menu(calendar.panel.share)
  await dialog.getByRole('combobox', { name: share.department }).click()
  await page.getByRole('option', { name: share.everyone }).click()
  await expect(dialog.getByRole('combobox', { name: filled(share.level, { name: share.everyone }) })).toBeVisible()
  expect(await violations(page, { include: DIALOG }), 'share').toEqual([])
  await dialog.getByRole('button', { name: calendar.save, exact: true }).click()
  await expect(dialog).toBeHidden()
  expect((await api.get('calendar/share/list', { calendarId })).shares).toMatchObject([
    { subject: { kind: 'everyone' }, level: 'view' },
  ])

  await menu(calendar.panel.publish)
  await dialog.getByRole('radio', { name: publish.levels.view }).click()
  const address = dialog.getByRole('textbox', { name: publish.address })
  await expect(address).toHaveValue(/\/calendar\/published\//)
  expect(await violations(page, { include: DIALOG }), 'publish').toEqual([])
  const published = await address.inputValue()
  expect(await (await fetch(published)).text()).toContain('BEGIN:VCALENDAR')
  await dialog.getByRole('radio', { name: publish.levels.none }).click()
  await expect(address).toBeHidden()
  expect(await (await fetch(published)).text()).not.toContain('BEGIN:VCALENDAR')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: calendar.panel.subscribe }).click()
  await dialog.getByRole('textbox', { name: subscribe.url }).fill('file:///etc/passwd')
  await dialog.getByRole('button', { name: subscribe.do, exact: true }).click()
  await expect(dialog.getByText(subscribe.urlProblem)).toBeVisible()
  expect(await violations(page, { include: DIALOG }), 'subscribe').toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await api.post('calendar/delete', { calendarId })
}

/** The search for a time at which people are free. */
async function timesForAll(person: Person): Promise<void> {
  const { page, words } = person
  const { calendar } = words
  await page.getByRole('button', { name: calendar.form.new, exact: true }).click()
  const form = page.getByRole('dialog', { name: calendar.form.new })
  const people = form.getByRole('combobox', { name: calendar.form.people })
  await people.fill('李娜')
  await page.getByRole('option', { name: /李娜/ }).first().click()
  await form.getByRole('button', { name: calendar.find.open }).click()
  const finder = page.getByRole('dialog', { name: findZh.title })
  const times = finder.getByRole('list', { name: findZh.suggestions }).getByRole('listitem')
  await expect(times.first()).toBeVisible()
  expect(await violations(page, { include: DIALOG })).toEqual([])
  const said = (await times.first().textContent())?.match(/(\d\d):(\d\d) – (\d\d):(\d\d)/)
  await times.first().getByRole('button').click()
  await expect(finder).toBeHidden()
  await expect(form.getByRole('textbox', { name: calendar.form.startTime })).toHaveValue(`${said?.[1]}:${said?.[2]}`)
  await expect(form.getByRole('textbox', { name: calendar.form.endTime })).toHaveValue(`${said?.[3]}:${said?.[4]}`)
}

test('given events and calendars, then an event is described with looks and files and copied, a calendar is named, shared, published and taken back, times at which people are free are found, and no dialog has an axe violation', async ({
  someone,
}) => {
  const person = await someone({ user: 'wang.fang', path })
  await test.step('an event is described with looks and files, and a drag with Control copies it with all of that', () =>
    describedEvent(person))
  // Axe looks at what lies behind a dialog too, which is the least in the list.
  await goTo(person.page, `/calendar?view=list&day=${DAY}`)
  await test.step('a calendar is named, shared, published and taken back', () => ofOneCalendar(person))
  await goTo(person.page, '/calendar?view=list')
  await test.step('times at which all are free are found, and one is taken into the form', () => timesForAll(person))
})
