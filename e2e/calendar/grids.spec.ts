import { expect, type Locator, type Page } from '@playwright/test'
import type { EventInput } from '@yanshu/contracts'
import { boxOf, goTo, noticeOf, type Person, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

/** A Wednesday of a quiet week; New York keeps summer time by then. */
const DAY = '2028-05-17'
const HOUR = 3_600_000
const day = (date: string) => Date.parse(date)
const at = (clock: string, date = DAY) => Date.parse(`${date}T${clock}:00+08:00`)
const path = (view: string, of = DAY) => `/calendar?view=${view}&day=${of}`
const grid = (page: Page) => page.getByRole('grid').filter({ visible: true })
const event = (page: Page, title: string) => grid(page).getByRole('button', { name: new RegExp(title) })
const cell = (page: Page, date: string, more = '') =>
  grid(page).locator(`[role=gridcell][data-day="${day(date) / 86_400_000}"]${more}`)

async function made({ api }: Person, more: Partial<EventInput> = {}) {
  const title = `格子${Math.random().toString(36).slice(2, 8)}`
  const calendarId = (await api.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const times = { allDay: false, start: at('10:00'), end: at('11:00'), zone: 'Asia/Shanghai' }
  await api.post('calendar/event/save', { event: { calendarId, ...times, ...more, title } })
  return title
}
const found = async ({ api }: Person, title: string) =>
  (await api.get('calendar/events', { from: at('00:00', '2028-05-01'), to: at('00:00', '2028-07-01') })).instances.find(
    (one) => one.title === title,
  )

/** Drags from a point of an event (parts of its width and height) onto the same parts of a cell. */
async function drag(page: Page, of: Locator, [x, y]: readonly [number, number], to: Locator) {
  const from = await boxOf(of)
  await page.mouse.move(from.x + x, from.y + y)
  await page.mouse.down()
  const { x: left, y: top, width, height } = await boxOf(to)
  await page.mouse.move(left + width / 2, top + height / 2, { steps: 12 })
  // The pointer rests on the event that it holds; what lies below counts.
  await page.mouse.move(left + width / 2 + 2, top + height / 2)
  await page.mouse.up()
}

/** Settings of the grid. */
async function zonesAndDensity(person: Person): Promise<void> {
  const { page, api, words } = person
  const title = await made(person)
  const set = (settings: Parameters<typeof api.post<'calendar/settings/save'>>[1]) =>
    api.post('calendar/settings/save', settings)
  await set({ secondZone: 'America/New_York', weekNumbers: true, density: 'cosy' })
  await goTo(page, path('week'))
  const hour = grid(page)
    .locator('[role=rowheader] span')
    .filter({ hasText: /09:00$/ })
  // Twelve hours behind in summer.
  await expect(hour.locator('small')).toHaveText('21:00')
  await expect(grid(page).getByRole('columnheader').first()).toHaveText(
    filled(words.calendar.grid.weekN, { number: 20 }),
  )
  const column = cell(page, DAY, '[data-hours]')
  const cosy = (await boxOf(column)).height
  const corner = (await boxOf(event(page, title))).x
  await set({ secondZone: 'Asia/Kolkata', density: 'compact', weekNumbers: false })
  await expect(hour.locator('small')).toHaveText('06:30')
  await expect.poll(async () => (await boxOf(column)).height).toBeLessThan(cosy * 0.8)
  await expect(grid(page).getByRole('columnheader').first()).not.toHaveText(/20/)
  await set({ secondZone: '' })
  await expect(hour.locator('small')).toHaveCount(0)
  await expect.poll(async () => (await boxOf(event(page, title))).x).toBeLessThan(corner)
  await goTo(page, path('month'))
  const line = (await boxOf(event(page, title))).height
  await set({ density: 'cosy' })
  await expect.poll(async () => (await boxOf(event(page, title))).height).toBeGreaterThan(line)
}

/** A bar of several days in the month. */
async function barInMonth(person: Person): Promise<void> {
  const { page, words } = person
  const span = { allDay: true, start: day('2028-05-16'), end: day('2028-05-19') }
  const title = await made(person, span)
  const timed = await made(person)
  await goTo(page, path('month'))
  // Held by its second day: it goes by as many days as the pointer does.
  const { width } = await boxOf(event(page, title))
  await drag(page, event(page, title), [width / 2, 8], cell(page, '2028-05-24'))
  await expect
    .poll(async () => found(person, title))
    .toMatchObject({ allDay: true, start: day('2028-05-23'), end: day('2028-05-26') })
  await expect(cell(page, '2028-05-23').getByRole('button', { name: new RegExp(title) })).toBeVisible()
  // The next notice has the same words; this one goes first.
  const moved = filled(words.calendar.done.moved, { title })
  await noticeOf(page, moved).getByRole('button', { name: words.ui.close }).click()
  // By its end, into the week after: then it is two bars.
  await drag(page, event(page, title), [(await boxOf(event(page, title))).width - 3, 8], cell(page, '2028-05-30'))
  await expect
    .poll(async () => found(person, title))
    .toMatchObject({ allDay: true, start: day('2028-05-23'), end: day('2028-05-31') })
  await expect(event(page, title)).toHaveCount(2)
  await takeBack(page, moved)
  await expect.poll(async () => (await found(person, title))?.end).toBe(day('2028-05-26'))
  await expect(event(page, title)).toHaveCount(1)
  // What has an hour keeps it.
  await drag(page, event(page, timed), [30, 8], cell(page, '2028-05-31'))
  await expect
    .poll(async () => found(person, timed))
    .toMatchObject({ allDay: false, start: at('10:00', '2028-05-31'), end: at('11:00', '2028-05-31') })
}

/** An event between its hour and the whole day. */
async function hourAndWholeDay(person: Person): Promise<void> {
  const { page } = person
  const title = await made(person, { start: at('10:00', '2028-06-14'), end: at('11:00', '2028-06-14') })
  await goTo(page, path('week', '2028-06-14'))
  await drag(page, event(page, title), [20, 12], cell(page, '2028-06-15', ':not([data-hours])'))
  await expect
    .poll(async () => found(person, title))
    .toMatchObject({ allDay: true, start: day('2028-06-15'), end: day('2028-06-16') })
  await expect(
    cell(page, '2028-06-15', ':not([data-hours])').getByRole('button', { name: new RegExp(title) }),
  ).toBeVisible()
  await drag(page, event(page, title), [20, 8], cell(page, '2028-06-13', '[data-hours]'))
  await expect.poll(async () => (await found(person, title))?.allDay).toBe(false)
  const before = await found(person, title)
  expect(before?.end).toBe((before?.start ?? 0) + HOUR)
  expect(before?.start).toBeGreaterThanOrEqual(at('00:00', '2028-06-13'))
  expect(before?.start).toBeLessThan(at('00:00', '2028-06-14'))
  // The page follows the server: until then it is drawn as a bar, which is lower.
  await expect(cell(page, '2028-06-13', '[data-hours]').getByRole('button', { name: new RegExp(title) })).toBeVisible()
  // The end follows the pointer; Escape before it is let go leaves everything as it was.
  const box = await boxOf(event(page, title))
  for (const keeps of [false, true]) {
    await page.mouse.move(box.x + 20, box.y + box.height - 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 20, box.y + box.height * 2 - 4, { steps: 6 })
    await expect.poll(async () => (await boxOf(event(page, title))).height).toBeGreaterThan(box.height * 1.5)
    if (!keeps) await page.keyboard.press('Escape')
    await page.mouse.up()
    if (!keeps) await expect.poll(async () => (await boxOf(event(page, title))).height).toBeLessThan(box.height * 1.5)
  }
  await expect.poll(async () => (await found(person, title))?.end).toBe((before?.start ?? 0) + 2 * HOUR)
}

test('given the grid, then settings change it at once; a bar is moved and stretched in the month, and an event is dragged to the whole day and back', async ({
  someone,
}) => {
  const person = await someone({ user: 'chen.jie' })
  await test.step('the month: a bar is moved to another week by any of its days, and stretched by its end', () =>
    barInMonth(person))
  await test.step('an event at an hour is dragged to the whole day and back; its end is stretched, and Escape keeps it', () =>
    hourAndWholeDay(person))
  await test.step('a second zone, week numbers and a density; close days have more in them', () =>
    zonesAndDensity(person))
})
