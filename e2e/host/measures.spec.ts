import { expect, type Locator } from '@playwright/test'
import { goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Somebody whose settings no other spec changes. */
const USER = 'han.lei'

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
const widthOf = async (of: Locator) => Math.round((await boxOf(of)).width)

test('the frame, the rows and the mail have their measures', async ({ someone }) => {
  const { page, api, words } = await someone({ user: USER })
  try {
    // With the line at its right edge.
    await expect.poll(() => widthOf(page.getByRole('tab').first().locator('..'))).toBe(160)
    const tree = page.getByRole('navigation').filter({ has: page.getByRole('tree') })
    await expect.poll(async () => (await boxOf(page.locator('main'))).x).toBe(210)
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await expect.poll(async () => (await boxOf(page.locator('main'))).x).toBe(56)
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await expect(tree.first()).toBeVisible()

    const row = mailRows(page)
      .filter({ has: page.locator('[data-mail]') })
      .first()
    for (const [layout, heights] of [
      [3, [72, 80, 88]],
      [2, [40, 44, 48]],
    ] as const) {
      for (const [at, fontSize] of ([1, 2, 3] as const).entries()) {
        await api.save({ layout, fontSize })
        await expect.poll(async () => Math.round((await boxOf(row)).height)).toBe(heights[at])
      }
    }

    await api.save({ fontSize: 1 })
    await row.click()
    const frame = page.locator('article iframe').filter({ visible: true })
    await expect(frame).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => widthOf(frame)).toBe(860)
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect.poll(() => widthOf(frame)).toBe(960)
  } finally {
    await api.save({ layout: 3, fontSize: 1 })
  }
})

test('settings have a column of names and one of controls, and recipients are offered in a wide list', async ({
  someone,
}) => {
  const { page, words } = await someone({ user: USER, path: '/set/normalset' })
  const section = page.locator('main section section').filter({ visible: true }).first()
  await expect(section).toBeVisible()
  const controls = section.locator('[aria-hidden=true] + div')
  await expect(controls.nth(2)).toBeVisible()
  const rows = await controls.evaluateAll((all) =>
    all.map((control) => ({
      name: Math.round(control.previousElementSibling?.getBoundingClientRect().width ?? 0),
      control: Math.round(control.getBoundingClientRect().width),
    })),
  )
  for (const { name, control } of rows) {
    expect(name).toBe(180)
    expect(control).toBeLessThanOrEqual(560)
  }
  await goTo(page, '/write/new/0')
  await page.getByRole('combobox', { name: words.compose.fields.to }).pressSequentially('zhang')
  await expect(page.getByRole('option').first()).toBeVisible()
  const popup = page
    .locator('div')
    .filter({ has: page.locator('> [role=listbox]') })
    .last()
  await expect.poll(() => widthOf(popup)).toBe(420)
})

test('what is touched on a phone is 44 px', async ({ someone }) => {
  const { page } = await someone({ user: USER })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('navigation').filter({ visible: true })).not.toHaveCount(0)
  for (const area of [page.getByRole('banner'), page.locator('nav').filter({ visible: true }).last()]) {
    const buttons = area.getByRole('button').filter({ visible: true })
    await expect(buttons.first()).toBeVisible()
    for (const button of await buttons.all()) {
      const { width, height } = await boxOf(button)
      expect(Math.round(Math.min(width, height)), (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44)
    }
  }
})

test('the foot of the sidebar is as high before the used room is known as after it', async ({ someone }) => {
  const { page } = await someone({ user: USER })
  const held = Promise.withResolvers<void>()
  await page.route('**/mail/main/quota/useInfo*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  const manage = page.getByRole('navigation').getByRole('button', { name: '管理文件夹和标签' })
  await expect(manage).toBeVisible()
  const [before, button] = [await boxOf(page.getByRole('tree').locator('..')), await boxOf(manage)]
  held.resolve()
  await expect(page.getByText(/^已用 /)).toBeVisible()
  expect(await boxOf(page.getByRole('tree').locator('..'))).toEqual(before)
  expect(await boxOf(manage)).toEqual(button)
})

test('the search stays where it is when tools of remotes come later', async ({ someone }) => {
  const { page } = await someone({ user: USER })
  const held = Promise.withResolvers<void>()
  await page.route('**/remote-ai/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  const search = page.getByRole('search').first()
  const tool = page.getByRole('button', { name: /^(智能助手|Assistant)$/ })
  await expect(mailRows(page).first()).toBeVisible()
  const before = await boxOf(search)
  await expect(tool).toHaveCount(0)
  held.resolve()
  await expect(tool).toBeVisible()
  expect(await boxOf(search)).toEqual(before)
})
