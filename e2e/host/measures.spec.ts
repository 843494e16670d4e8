import { expect, type Locator } from '@playwright/test'
import { enter, goTo, mailRows } from '../support/people.ts'
import { test } from '../support/test.ts'

/** A person whose settings no other spec changes. */
const USER = 'han.lei'

const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
const widthOf = async (of: Locator) => Math.round((await boxOf(of)).width)

test('the frame, the rows, the mail, the settings, the list of recipients and what is touched on a phone have their measures, and nothing moves when something comes later', async ({
  stranger,
}) => {
  const { page, api, words } = await stranger({ user: USER })
  const held = Promise.withResolvers<void>()
  const pending = '**/mail/main/quota/useInfo*'
  const tools = '**/remote-ai/**'
  for (const late of [pending, tools]) {
    await page.route(late, async (route) => {
      await held.promise
      await route.continue()
    })
  }
  await enter(page, USER, '/inbox', { rests: true })
  await expect(mailRows(page).first()).toBeVisible()

  await test.step('the foot of the sidebar is as high before the used room is known as after it, and the search stays where it is when tools of remotes come later', async () => {
    const manage = page.getByRole('navigation').getByRole('button', { name: '管理文件夹和标签' })
    const tree = page.getByRole('tree').locator('..')
    const search = page.getByRole('search').first()
    const tool = page.getByRole('button', { name: /^(智能助手|Assistant)$/ })
    await expect(manage).toBeVisible()
    const before = [await boxOf(tree), await boxOf(manage), await boxOf(search)]
    await expect(tool).toHaveCount(0)
    held.resolve()
    await expect(page.getByText(/^已用 /)).toBeVisible()
    await expect(tool).toBeVisible()
    expect([await boxOf(tree), await boxOf(manage), await boxOf(search)]).toEqual(before)
    for (const late of [pending, tools]) await page.unroute(late)
  })

  await test.step('the frame, the rows and the mail have their measures', async () => {
    // With the line at its right edge.
    await expect.poll(() => widthOf(page.getByRole('tab').first().locator('..'))).toBe(160)
    const tree = page.getByRole('navigation').filter({ has: page.getByRole('tree') })
    await expect.poll(async () => (await boxOf(page.locator('main'))).x).toBe(210)
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await expect.poll(async () => (await boxOf(page.locator('main'))).x).toBe(56)
    await page.getByRole('button', { name: words.shell.topBar.menu }).click()
    await expect(tree.first()).toBeVisible()

    try {
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

  await test.step('settings have a column of names and one of controls, and recipients are offered in a wide list', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, '/set/normalset')
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

  await test.step('what is touched on a phone is 44 px', async () => {
    await goTo(page, '/inbox')
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
})
