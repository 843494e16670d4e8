import { expect } from '@playwright/test'
import findZh from '../../remote-calendar/src/find-time/zh.ts'
import dialogsZh from '../../remote-calendar/src/panel/dialogs/zh.ts'
import { violations } from '../support/axe.ts'
import { goTo, type Person } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

const DIALOG = '[role="dialog"]'
const { name: naming, share, publish, subscribe } = dialogsZh

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

test('given a new calendar, then it is named, shared, published and taken back, times at which people are free are found, and no dialog has an axe violation', async ({
  someone,
}) => {
  // Axe looks at what lies behind a dialog too, which is the least in the list.
  const person = await someone({ user: 'wang.fang', path: '/calendar?view=list&day=2028-03-15' })
  await test.step('a calendar is named, shared, published and taken back', () => ofOneCalendar(person))
  await goTo(person.page, '/calendar?view=list')
  await test.step('times at which all are free are found, and one is taken into the form', () => timesForAll(person))
})
