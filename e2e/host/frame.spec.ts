import { expect, test } from '@playwright/test'
import { apiOf } from '../support/api.ts'
import { violations } from '../support/axe.ts'
import { watchQuiet } from '../support/collectors.ts'
import { mailRows } from '../support/people.ts'
import { filled, WORDS } from '../support/words.ts'
import { goTo, LI_NA, open, pathOf } from './people.ts'

test('going from view to view: by keys and the palette, in tabs, over a mail in the place of its list, and without a network', async ({
  page,
  context,
}) => {
  await test.step('the palette and keys go to places, the sheet lists them', async () => {
    // Keys count as soon as the folders stand, while it is not known yet to which page the root leads.
    let lead = () => {}
    const known = new Promise<void>((resolve) => {
      lead = resolve
    })
    await page.route('**/mf/manifest.json', async (route) => {
      await known
      await route.continue()
    })
    await open(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: '输入命令或文件夹名' })
    await palette.fill('草')
    lead()
    await expect(page).toHaveTitle(/首页/)
    await expect(palette).toBeFocused()
    // No title bar, and a place that stays while what was found grows and shrinks.
    const box = page.getByRole('dialog', { name: '命令面板' })
    await expect(box.getByRole('heading')).toHaveCount(0)
    const top = async () =>
      Math.round(((await box.boundingBox())?.y ?? 0) - (await page.evaluate(() => innerHeight / 5)))
    await expect.poll(top).toBe(0)
    await page.keyboard.type('稿')
    await expect.poll(top).toBe(0)
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('草稿')
    await page.keyboard.press('Enter')
    await expect.poll(() => pathOf(page)).toBe('/draftbox')
    await page.locator('main').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await expect.poll(() => pathOf(page)).toBe('/inbox')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '快捷键' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: '快捷键' })).toBeHidden()
  })

  await test.step('views open in tabs, stay alive and close, Back shows the one before; unknown addresses say what they may mean', async () => {
    const strip = page.getByRole('tablist')
    for (const name of ['收件箱', '草稿箱']) await strip.getByRole('tab', { name }).press('Delete')
    await expect(strip.getByRole('tab')).toHaveCount(1)
    await expect(page).toHaveTitle(/^(\(\d+\) )?首页 - 雁书$/)
    await page.getByRole('treeitem', { name: /^已发送/ }).click()
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/已发送/)
    await page.goBack()
    await expect(page.getByRole('tab', { selected: true })).toHaveText(/首页/)
    await page.goForward()
    await page.getByRole('treeitem', { name: /^草稿箱/ }).click()
    await expect(strip.getByRole('tab')).toHaveCount(3)
    await expect.poll(() => pathOf(page)).toBe('/draftbox')
    await strip.getByRole('tab', { name: '已发送' }).click()
    await expect.poll(() => pathOf(page)).toBe('/outbox')
    await strip.getByRole('tab', { name: '已发送' }).press('Delete')
    await expect(strip.getByRole('tab')).toHaveCount(2)
    await expect.poll(() => pathOf(page)).toBe('/draftbox')

    // A covered view is drawn before the address follows; after another key meanwhile only the last view is shown.
    await page.getByRole('treeitem', { name: /^已发送/ }).click()
    await expect.poll(() => pathOf(page)).toBe('/outbox')
    const inSight = page.locator('main [role=tabpanel]:not([aria-hidden])').filter({ visible: true })
    const ways = [
      { through: '草稿箱', to: '已发送', path: '/outbox' },
      { through: '已发送', to: '草稿箱', path: '/draftbox' },
      { through: '草稿箱', to: '已发送', path: '/outbox' },
    ]
    for (const { through, to, path } of ways) {
      await page.getByRole('treeitem').evaluateAll(
        (places, names) => {
          for (const name of names) {
            const place = places.find((one) => one.textContent?.startsWith(name))
            if (place instanceof HTMLElement) place.click()
          }
        },
        [through, to],
      )
      await expect.poll(() => pathOf(page)).toBe(path)
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(to))
      await expect(inSight).toHaveAttribute('aria-label', new RegExp(`^${to}`))
    }

    await goTo(page, '/nowhere')
    await expect(page.getByText('没有找到这个页面')).toBeVisible()
    await expect(page.getByRole('tree')).toBeVisible()
    await goTo(page, '/documentcenter')
    await expect(page.getByText('管理员没有开启它').filter({ visible: true })).toHaveCount(1)
  })

  await test.step('a mail that took the place of its list is not seen on the way back to the list, and is on the way back to it', async () => {
    const api = await apiOf(new URL(page.url()).origin, LI_NA.account)
    await api.save({ layout: 2 })
    try {
      await page.getByRole('treeitem', { name: /^收件箱/ }).click()
      await mailRows(page).first().click()
      // The list below it.
      const covered = page.locator('main [inert]').filter({ visible: true })
      await expect(covered).toBeVisible()
      await expect.poll(() => pathOf(page)).toMatch(/^\/inbox\?/)
      const tab = page.getByRole('tab', { name: /收件箱/ })
      const away = async () => {
        await page.getByRole('treeitem', { name: /^已发送/ }).click()
        await expect.poll(() => pathOf(page)).toBe('/outbox')
        await expect(covered).toHaveCount(0)
      }
      await away()
      // Whether the mail stood in the view at the moments in which that came in sight.
      const seen = await page.evaluateHandle(() => {
        const found: boolean[] = []
        const look = () => {
          const panel = document.querySelector('main [aria-label^="收件箱"]')
          if (panel && !panel.hasAttribute('aria-hidden')) found.push(panel.querySelector('[inert]') !== null)
        }
        new MutationObserver(look).observe(document.querySelector('main') as Element, {
          subtree: true,
          attributeFilter: ['aria-hidden'],
        })
        return found
      })
      await tab.click()
      await expect(covered).toBeVisible()
      expect([...new Set(await seen.jsonValue())]).toEqual([true])
      await away()
      await seen.evaluate((found) => found.splice(0))
      await page.getByRole('treeitem', { name: /^收件箱/ }).click()
      await expect.poll(() => pathOf(page)).toBe('/inbox')
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      expect([...new Set(await seen.jsonValue())]).toEqual([false])
    } finally {
      await api.save({ layout: 3 })
    }
  })

  await test.step('the network is said to be gone and back, and a view that was clicked first without it comes then by itself', async () => {
    // The network goes once nothing is on its way any more.
    await watchQuiet(page)()
    await context.setOffline(true)
    await expect(page.getByText('网络已断开，您可以继续阅读本机保存的邮件')).toBeVisible()
    const { list: listed, places } = WORDS.zh.contacts
    await page.getByRole('treeitem', { name: places.label, exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('网络已恢复')).toBeVisible()
    await expect(page.getByRole('region', { name: filled(listed.region, { title: places.allcontacts }) })).toBeVisible()
  })
})

test('the frame of one view: its first stop of the keyboard, axe in its menus and dialogs, its sidebar, and its look, kept over a reload', async ({
  page,
}) => {
  await open(page)
  const html = page.locator('html')
  const width = () => page.getByRole('navigation', { name: '文件夹' }).evaluate((nav) => nav.clientWidth)

  await test.step('the first stop of the keyboard skips to the content', async () => {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '跳到主要内容' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  await test.step('axe finds nothing in the menus and dialogs of the frame', async () => {
    // The heading is the remote's, which comes after the frame.
    await page.getByRole('heading', { level: 1 }).filter({ visible: true }).waitFor()
    const layer = page.getByRole('dialog')
    const looked = async () => {
      await expect(layer).toBeVisible()
      // What remotes show in the main area is left out.
      expect(await violations(page, { exclude: 'main section' })).toEqual([])
      await page.keyboard.press('Escape')
      await expect(layer).toHaveCount(0)
    }
    await page.getByRole('button', { name: /^账户：/ }).click()
    await looked()
    await page.keyboard.press('Control+k')
    await looked()
    await page.getByRole('button', { name: '新建标签' }).click()
    await looked()
  })

  await test.step('the name of a folder is checked before it is sent', async () => {
    await page.getByRole('button', { name: '新建文件夹' }).click()
    const dialog = page.getByRole('dialog', { name: '新建文件夹' })
    await dialog.getByLabel('文件夹名称').press('Enter')
    await expect(dialog.getByText('名称不能为空')).toBeVisible()
    await dialog.getByLabel('文件夹名称').fill('一二三四五六七八九十一')
    await dialog.getByLabel('文件夹名称').press('Enter')
    await expect(dialog.getByText('名称最多 10 个字')).toBeVisible()
    await dialog.getByLabel('文件夹名称').fill('计划😀')
    await dialog.getByLabel('文件夹名称').press('Enter')
    await expect(dialog.getByText('名称不能包含表情符号')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('the sidebar has one order and one word for each place, folds filters of a list away, and is collapsed', async () => {
    const lines = page.getByRole('tree').getByRole('treeitem')
    const names = async () => (await lines.allTextContents()).map((text) => /^\p{Script=Han}+/u.exec(text)?.[0])
    // The folders stand before the places that remotes offer.
    const first = ['收件箱', '星标', '草稿箱', '已发送', '垃圾邮件', '回收站']
    await expect.poll(async () => (await names()).slice(0, first.length)).toEqual(first)
    const more = lines.filter({ hasText: /^更多$/ })
    await expect(lines.last()).toHaveText('更多')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await lines.filter({ hasText: /^未读$/ }).click()
    await expect.poll(() => pathOf(page)).toBe('/noread')

    await page.getByRole('button', { name: '收起或展开侧栏' }).click()
    await expect.poll(width).toBeLessThan(60)
  })

  /** Chooses a look, which is shown at once, and waits until it is saved. */
  const choose = async (name: string) => {
    const saved = page.waitForResponse('**/api/mail/main/generalConfig/single/update')
    await page.getByRole('menuitemradio', { name }).click()
    await saved
  }
  await test.step('a look is applied at once', async () => {
    await page.getByRole('button', { name: '外观' }).click()
    await choose('深色')
    await expect(html).toHaveAttribute('data-mode', 'dark')
    await choose('特大')
    await expect(html).toHaveAttribute('data-font', '3')
    await choose('标准')
    await expect(html).toHaveAttribute('data-font', '1')
  })

  await test.step('look and sidebar are there after a reload', async () => {
    await page.reload()
    await page.getByRole('tree').waitFor()
    await expect.poll(width).toBeLessThan(60)
    await expect(html).toHaveAttribute('data-mode', 'dark')
    await page.getByRole('button', { name: '外观' }).click()
    await choose('浅色')
    await expect(html).toHaveAttribute('data-mode', 'light')
  })
})
