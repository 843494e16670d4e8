import { expect, type Page } from '@playwright/test'
import type { TaskInput } from '@yanshu/contracts'
import zh from '../../remote-calendar/src/tasks/zh.ts'
import { violations } from '../support/axe.ts'
import { boxOf, goTo, type Person, takeBack } from '../support/people.ts'
import { test } from '../support/test.ts'
import { filled } from '../support/words.ts'

/** A Wednesday of a quiet week. */
const DAY = '2028-03-15'
const path = (view: string, day = DAY) => `/calendar?view=${view}&day=${day}`
const grid = (page: Page) => page.getByRole('grid').filter({ visible: true })
const chip = (page: Page, title: string) => grid(page).getByRole('button', { name: new RegExp(title) })
const named = (word: string) => `${word}${Math.random().toString(36).slice(2, 7)}`

async function made({ api }: Person, more: Partial<TaskInput> = {}) {
  const title = named('任务')
  const calendarId = (await api.get('calendar/list')).calendars[0]?.calendarId ?? 0
  const task = { calendarId, title, allDay: true, due: Date.parse(DAY), zone: 'Asia/Shanghai', ...more }
  await api.post('calendar/task/save', { task })
  return title
}
const found = async ({ api }: Person, title: string) =>
  (await api.get('calendar/task/list')).tasks.filter((one) => one.title === title)

/** A line that becomes a task. */
async function fromLine(person: Person): Promise<void> {
  const { page, words } = person
  await page.getByRole('button', { name: words.calendar.task.title, exact: true }).click()
  const list = page.getByRole('complementary', { name: zh.title })
  const line = list.getByRole('textbox', { name: zh.quick.label })
  const title = named('盘点')
  await line.fill(`2028-03-16 前 ${title}`)
  await expect(list.getByText(title, { exact: true })).toBeVisible()
  await line.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  expect(await found(person, title)).toEqual([])
  await line.press('Enter')
  const row = list.getByRole('region', { name: zh.group.later }).getByRole('button', { name: new RegExp(`^${title}`) })
  await expect(row).toBeVisible()
  expect(await found(person, title)).toMatchObject([{ due: Date.parse('2028-03-16'), allDay: true }])
  await expect(chip(page, title)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await row.focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await found(person, title))[0]?.status).toBe('completed')
  await expect(chip(page, title)).toHaveCount(0)
  // Not that of the task that was made, which the notice may still offer.
  await takeBack(page, filled(zh.done.ticked, { title }))
  await expect.poll(async () => (await found(person, title))[0]?.status).toBe('needs-action')
  await expect(chip(page, title)).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: zh.form.edit })
  await form.getByRole('textbox', { name: zh.form.title }).fill(`${title}改`)
  expect(await violations(page, { include: '[role=dialog]' })).toEqual([])
  await form.getByRole('button', { name: words.calendar.save }).click()
  await expect(chip(page, `${title}改`)).toBeVisible()
}

/** A task in the grid. */
async function onItsDay(person: Person): Promise<void> {
  const { page } = person
  const title = await made(person, { due: Date.parse('2028-04-12') })
  await goTo(page, path('month', '2028-04-12'))
  const days = (from: string) => grid(page).locator(`[data-day="${Date.parse(from) / 86_400_000}"][role=gridcell]`)
  await expect(chip(page, title)).toBeVisible()
  const from = await boxOf(chip(page, title))
  const to = await boxOf(days('2028-04-18'))
  await page.mouse.move(from.x + from.width - 8, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(async () => (await found(person, title))[0]?.due).toBe(Date.parse('2028-04-18'))
  await expect(days('2028-04-18').getByRole('button', { name: new RegExp(title) })).toBeVisible()
  await chip(page, title).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await found(person, title))[0]?.due).toBe(Date.parse('2028-04-19'))
  await expect(days('2028-04-19').getByRole('button', { name: new RegExp(title) })).toBeVisible()
  await chip(page, title).locator('[data-check]').click()
  await expect.poll(async () => (await found(person, title))[0]?.status).toBe('completed')
}

/** A task that is due, on the home page. */
async function onHomePage(person: Person): Promise<void> {
  const { page, words } = person
  const today = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) * 86_400_000
  const title = await made(person, { due: today })
  await goTo(page, '/dashboard')
  const list = page.getByRole('list', { name: words.calendar.task.title })
  await expect(list.getByRole('link', { name: title })).toBeVisible()
  await list.getByRole('button', { name: filled(words.calendar.task.tick, { title }) }).click()
  await expect.poll(async () => (await found(person, title))[0]?.status).toBe('completed')
  await expect(list.getByRole('link', { name: title })).toHaveCount(0)
}

test('given tasks, then they come from a line, are ticked off in the list, the grid and on the home page, dragged and moved by keys', async ({
  someone,
}) => {
  const person = await someone({ user: 'wang.fang', path: path('week') })
  await test.step('a line is a task with its date; Space ticks it off, undo opens it again', () => fromLine(person))
  await test.step('a task is dragged to another day, moved by keys and ticked by its check', () => onItsDay(person))
  await test.step('the home page names the tasks that are due, and they are ticked off there', () => onHomePage(person))
})
