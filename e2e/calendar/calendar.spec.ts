import { expect, type Page } from '@playwright/test'
import type { EventInput } from '@yanshu/contracts'
import scopeZh from '../../remote-calendar/src/form/scope/zh.ts'
import { LOOK_RULES, violations } from '../support/axe.ts'
import { cutLetters } from '../support/cutLetters.ts'
import { boxOf, goTo, type Person, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { anyValues, filled } from '../support/words.ts'

const HOUR = 3_600_000
/** A Wednesday of a quiet week; steps that drag have weeks of their own. */
const DAY = '2028-03-15'
const at = (clock: string, day = DAY) => Date.parse(`${day}T${clock}:00+08:00`)
const path = (view: string, day = DAY) => `/calendar?view=${view}&day=${day}`
const grid = (page: Page) => page.getByRole('grid').filter({ visible: true })
const event = (page: Page, title: string) => grid(page).getByRole('button', { name: new RegExp(title) })

/** Makes an event beside the browser, with a title that no other test has. */
async function made({ api }: Person, more: Partial<EventInput> = {}) {
  const title = more.title ?? `事项${Math.random().toString(36).slice(2, 8)}`
  const { calendars } = await api.get('calendar/list')
  const calendarId = calendars[0]?.calendarId ?? 0
  const start = more.start ?? at('10:00')
  await api.post('calendar/event/save', {
    event: { calendarId, allDay: false, end: start + HOUR, zone: 'Asia/Shanghai', ...more, title, start },
  })
  return title
}
const found = async ({ api }: Person, title: string) =>
  (
    await api.get('calendar/events', { from: at('00:00', '2028-03-01'), to: at('00:00', '2028-05-01') })
  ).instances.filter((one) => one.title === title)

/** A line that becomes an event. */
async function fromLine(person: Person): Promise<void> {
  const { page, words } = person
  const line = page.getByRole('textbox', { name: words.calendar.quick.label })
  const title = `盘点${Math.random().toString(36).slice(2, 6)}`
  await line.fill(`2028-03-16 下午三点 ${title} 一小时`)
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await line.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  expect(await found(person, title)).toEqual([])
  await line.press('Enter')
  await expect(event(page, title)).toBeVisible()
  await expect(line).toHaveValue('')
  expect(await found(person, title)).toMatchObject([
    { start: at('15:00', '2028-03-16'), end: at('16:00', '2028-03-16') },
  ])
}

/** The grid by keys. */
async function byKeys(person: Person): Promise<void> {
  const { page, words } = person
  const { calendar } = words
  const cell = grid(page).getByRole('gridcell', { selected: true }).last()
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const title = `键盘${Math.random().toString(36).slice(2, 6)}`
  await page.getByRole('textbox', { name: calendar.form.title }).fill(title)
  await page.keyboard.press('Enter')
  await expect(event(page, title)).toBeVisible()
  const [before] = await found(person, title)
  expect(before?.start).toBe(at('09:00', '2028-03-16'))
  await event(page, title).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('status').filter({ hasText: anyValues(calendar.speech.moving) })).toBeAttached()
  await page.keyboard.press('Escape')
  expect((await found(person, title))[0]?.start).toBe(before?.start)
  await event(page, title).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await found(person, title))[0]).toMatchObject({ start: at('09:00'), end: at('10:15') })
  // Not that of the event that was made, which the notice may still offer.
  await takeBack(page, filled(calendar.done.moved, { title }))
  await expect.poll(async () => (await found(person, title))[0]?.start).toBe(before?.start)
  // The column that it comes back to has it anew: one that is about to go would lose the key.
  const back = grid(page).locator(`[data-day="${Date.parse('2028-03-16') / 86_400_000}"]`)
  await expect(back.getByRole('button', { name: new RegExp(title) })).toBeVisible()
  await event(page, title).focus()
  await page.keyboard.press('Delete')
  // It goes at once, and then from the server.
  await expect(event(page, title)).toHaveCount(0)
  await expect.poll(() => found(person, title)).toEqual([])
}

/** An event and its end are dragged. */
async function dragged(person: Person): Promise<void> {
  const { page } = person
  const title = await made(person, { start: at('10:00', '2028-03-22') })
  await goTo(page, path('week', '2028-03-22'))
  const box = () => boxOf(event(page, title))
  await expect(event(page, title)).toBeVisible()
  const { x, y, width, height } = await box()
  await page.mouse.move(x + width / 2, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + width * 1.5, y + 10 + height, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => (await found(person, title))[0]?.start).toBe(at('11:00', '2028-03-23'))
  // It leaves one column and comes into another.
  await expect.poll(async () => (await box()).x).toBeGreaterThan(x + width / 2)
  const next = await box()
  await page.mouse.move(next.x + next.width / 2, next.y + next.height - 3)
  await page.mouse.down()
  await page.mouse.move(next.x + next.width / 2, next.y + next.height + height - 6, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => (await found(person, title))[0]?.end).toBeGreaterThan(at('12:30', '2028-03-23'))
}

/** One time of a series is moved. */
async function oneOfSeries(person: Person): Promise<void> {
  const { page, api } = person
  const first = at('10:00', '2028-04-12')
  const title = await made(person, { start: first, repeat: { kind: 'rule', rule: 'FREQ=DAILY;COUNT=3' } })
  await goTo(page, path('month', '2028-04-12'))
  await expect(event(page, title)).toHaveCount(3)
  await event(page, title).first().focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: scopeZh.do.move, exact: true }).click()
  await expect
    .poll(async () => (await found(person, title)).map(({ start }) => (start - first) / (24 * HOUR)))
    .toEqual([1, 2, 7])
  const inList = page.getByRole('region', { name: /4月19日/ })
  await goTo(page, path('list', '2028-04-12'))
  await expect(page.locator('main').getByRole('button', { name: new RegExp(title) })).toHaveCount(3)
  await expect(inList.getByText(title)).toBeVisible()
  // Another session moves another time of it: this page has that without a reload.
  const other = (await found(person, title))[0]
  const { eventId = 0, version = 0, start = 0, at: time = start } = other ?? {}
  const later = { start: start + 6 * 24 * HOUR, end: start + 6 * 24 * HOUR + HOUR }
  await api.post('calendar/event/move', { eventId, version, scope: 'this', at: time, ...later })
  await expect(inList.getByText(title)).toHaveCount(2)
  await expect(page.locator('main').getByRole('button', { name: new RegExp(title) })).toHaveCount(3)
}

/** Another session saves first. */
async function savedMeanwhile(person: Person): Promise<void> {
  const { page, api, words } = person
  const title = await made(person, { start: at('10:00', '2028-03-29') })
  const { calendar } = words
  await goTo(page, path('week', '2028-03-29'))
  await event(page, title).click()
  await page.getByRole('button', { name: calendar.edit, exact: true }).click()
  const [instance] = await found(person, title)
  const { eventId = 0, version = 0, start = 0 } = instance ?? {}
  await api.post('calendar/event/move', { eventId, version, scope: 'all', start: start + HOUR, end: start + 2 * HOUR })
  await page.getByRole('textbox', { name: calendar.form.place }).fill('五楼')
  await page.getByRole('button', { name: calendar.save, exact: true }).click()
  await expect(page.getByText(filled(calendar.conflict.title, { name: '王芳' }))).toBeVisible()
  await page.getByRole('button', { name: calendar.conflict.mine }).click()
  await expect.poll(async () => (await found(person, title))[0]).toMatchObject({ place: '五楼', start })
}

/** Events are found from the bar of the calendar. */
async function foundFromBar(person: Person): Promise<void> {
  const { page, words } = person
  const title = await made(person, {
    start: at('10:00', '2028-04-26'),
    attendees: [{ name: '李娜', address: 'li.na@yanshu.test', optional: false, answer: '' }],
  })
  await goTo(page, path('week', '2028-04-26'))
  await expect(event(page, title)).toBeVisible()
  await page.locator('main').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: words.calendar.grid.enter })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(grid(page).locator('[role=gridcell]:focus')).toHaveCount(1)

  await goTo(page, path('week', '2028-06-14'))
  await page.getByRole('button', { name: words.calendar.find.events }).click()
  await page.getByRole('combobox', { name: '搜索日程和任务' }).fill(title)
  await expect(page.getByRole('option', { name: new RegExp(title) })).toBeVisible()
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=day&day=2028-04-26/)

  await event(page, title).click()
  await page.getByRole('button', { name: '写信提醒未回复的 1 人' }).click()
  await expect(page).toHaveURL(/#\/write\/new\//)
  await expect(page.getByRole('textbox', { name: words.compose.fields.subject })).toHaveValue(`请回复：${title}`)
}

/** The heads of a week on paper. */
async function weekOnPaper({ page }: Person): Promise<void> {
  await goTo(page, path('week'))
  await expect(grid(page).getByRole('columnheader')).toHaveCount(8)
  await page.emulateMedia({ media: 'print' })
  const edges = (of: string) =>
    grid(page)
      .locator(of)
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  const heads = await edges('[role=columnheader]:not(:first-child)')
  expect(heads).toHaveLength(7)
  expect(await edges('[role=row]:has(> [data-hours]) > [role=gridcell]')).toEqual(heads)
  await page.emulateMedia({ media: null })
}

/** More events than there are places, on paper. */
async function twelveOnPaper(person: Person): Promise<void> {
  const { page } = person
  await goTo(page, path('week', '2028-07-05'))
  const titles: string[] = []
  for (let one = 0; one < 12; one += 1) titles.push(await made(person, { start: at('10:00', '2028-07-05') }))
  await expect(grid(page).getByRole('button', { name: /还有 \d+ 项/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const title of titles) await expect(grid(page).getByText(new RegExp(title)).first()).toBeVisible()
  await page.emulateMedia({ media: null })
}

test('given the calendar, then events come from a line, keys and dragging, a series and both versions are kept, and events are found and printed', async ({
  someone,
}) => {
  const person = await someone({ user: 'wang.fang', path: path('week') })
  await test.step('the keyboard makes, moves, puts back and deletes an event', () => byKeys(person))
  await test.step('a line is an event when Enter is pressed, and not while a word is composed', () => fromLine(person))
  await test.step('an event that is dragged moves; one whose end is dragged lasts longer', () => dragged(person))
  await test.step('one time of a series is moved alone; what another session moves is seen', () => oneOfSeries(person))
  await test.step('both versions of an event are shown, and mine can be kept', () => savedMeanwhile(person))
  await test.step('events are found from the bar, the grid is one Tab away, late answers are asked for', () =>
    foundFromBar(person))
  await test.step('on paper each head stands above its day', () => weekOnPaper(person))
  await test.step('on paper twelve events at once stand below the days with their times', () => twelveOnPaper(person))
})

const LOOKS = [
  { language: 'zh', colorMode: 'light', fontSize: 1, width: 1_440 },
  { language: 'en', colorMode: 'dark', fontSize: 3, width: 1_440 },
  { language: 'zh', colorMode: 'dark', fontSize: 2, width: 390 },
] as const

test('given both languages, light and dark, on a desk and on a phone, then axe finds nothing in any view and nothing is cut', async ({
  someone,
}) => {
  const { page, api } = await someone({ user: 'li.na' })
  const widths: number[] = []
  for (const { width, ...look } of LOOKS) {
    const rules = widths.includes(width) ? LOOK_RULES : undefined
    widths.push(width)
    await test.step(`${look.language}, ${look.colorMode}, ${width} pixels`, async () => {
      await api.save(look)
      await expect(page.locator('html')).toHaveAttribute('lang', look.language === 'zh' ? 'zh-CN' : 'en')
      await expect(page.locator('html')).toHaveAttribute('data-mode', look.colorMode)
      await expect(page.locator('html')).toHaveAttribute('data-font', `${look.fontSize}`)
      await page.setViewportSize({ width, height: 900 })
      for (const view of ['day', 'workweek', 'week', 'month', 'list', 'year']) {
        await goTo(page, `/calendar?view=${view}`)
        const body = page.locator('[aria-busy="false"]').filter({ visible: true })
        await expect(body.first()).toBeVisible()
        expect(await violations(page, { include: 'main', ...(rules && { rules }) }), view).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        const title = page.locator('main').getByRole('heading', { level: 1 }).filter({ visible: true })
        expect(await cutLetters(title), `letters of the title: ${view}`).toBe(0)
      }
      await goTo(page, '/set/calendar')
      await expect(page.locator('main').getByRole('heading', { level: 1 }).filter({ visible: true })).toBeVisible()
      expect(await violations(page, { include: 'main', ...(rules && { rules }) }), 'settings').toEqual([])
    })
  }
  await api.save({ language: 'zh', colorMode: 'system', fontSize: 1 })
})

test('given ten thousand events in a month, then the month shows a few of each day and counts the rest', async ({
  someone,
}) => {
  const person = await someone({ user: 'chen.jie' })
  const { page, api } = person
  // An account without a calendar gets a first one, and the last one cannot be deleted.
  await api.get('calendar/list')
  const { calendarId } = await api.post('calendar/save', { name: `一万${Math.random().toString(36).slice(2, 6)}` })
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const day = `${1 + (index % 28)}`.padStart(2, '0')
    const hour = `${index % 24}`.padStart(2, '0')
    return `BEGIN:VEVENT\r\nUID:many-${index}\r\nDTSTART:202902${day}T${hour}0000Z\r\nDURATION:PT30M\r\nSUMMARY:第 ${index} 项\r\nEND:VEVENT\r\n`
  })
  const form = new FormData()
  form.append('file', new Blob([`BEGIN:VCALENDAR\r\n${lines.join('')}END:VCALENDAR\r\n`]), 'many.ics')
  const answer = await fetch(new URL(`/api/calendar/import?calendarId=${calendarId}`, page.url()), {
    method: 'POST',
    headers: { authorization: `Bearer ${api.accessToken}` },
    body: form,
  })
  expect(await answer.json()).toMatchObject({ data: { added: 10_000 } })
  await goTo(page, path('month', '2029-02-14'))
  await expect(page.getByText(anyValues(person.words.calendar.grid.more)).first()).toBeVisible()
  expect(await grid(page).getByRole('button').count()).toBeLessThan(300)
  await api.post('calendar/delete', { calendarId })
})
