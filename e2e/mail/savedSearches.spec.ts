import { expect, type Page, test } from '@playwright/test'
import { deliver, goTo, openInbox, READER, rowOf, toInbox, unique } from './mailing.ts'

const box = (page: Page) => page.getByRole('combobox', { name: '关键词' })
const tree = (page: Page) => page.getByRole('tree', { name: '已存搜索' })

async function searchFor(page: Page, word: string): Promise<void> {
  await box(page).fill(word)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `“${word}”的搜索结果` })).toBeVisible()
}

test('searches are kept, helped with, and marked', async ({ page, request }) => {
  await openInbox(page, { rests: true })

  await test.step('a search of another version is opened by what is known of it, and says so', async () => {
    const login = await request.post('/api/mail/apilogin/userLogin', {
      data: { account: READER.account, password: READER.password },
    })
    const headers = { authorization: `Bearer ${(await login.json()).data.accessToken}` }
    const call = (path: string, data: object) => request.post(`/api/mail/email/search/saved/${path}`, { headers, data })
    await call('save', { name: '以后的', query: 'keyword=晚霞&type=4&folder=99999999&near=5' })
    await toInbox(page)
    await tree(page).getByRole('treeitem', { name: '以后的' }).click()
    await expect(page.getByText('“以后的”中有现在认不出的条件')).toBeVisible()
    await expect(page.getByText('“以后的”要找的文件夹已不在')).toBeVisible()
    await page.getByRole('button', { name: '按现在的条件保存' }).click()
    await expect(page.getByText('“以后的”中有现在认不出的条件')).toHaveCount(0)
    await page.getByRole('button', { name: '在全部文件夹中找' }).click()
    await expect(page.getByText('没有找到与“晚霞”相符的邮件')).toBeVisible()
    await call('delete', { name: '以后的' })
    await expect(tree(page)).toHaveCount(0)
  })

  await test.step('operators are proposed while one types, and words that sound alike where little is found', async () => {
    await deliver({ subject: '梧桐细雨 差旅报销', text: '梧桐的报销' })
    await deliver({ subject: '别的', text: '梧桐更兼细雨' })
    await toInbox(page)
    await box(page).fill('未')
    await expect(page.getByRole('option').first()).toBeVisible()
    await box(page).fill('fr')
    await page.getByRole('option', { name: 'from:' }).click()
    await expect(box(page)).toHaveValue('from:')
    await expect(box(page)).toBeFocused()

    await searchFor(page, '梧同细语')
    await page.getByRole('button', { name: '梧桐细雨' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '“梧桐细雨”的搜索结果' })).toBeVisible()

    await searchFor(page, '梧桐')
    const first = page.getByRole('row').locator('[data-mail]').filter({ visible: true }).first()
    await expect(first).toContainText('别的')
    const best = page.getByRole('button', { name: '按相关度' })
    await best.press('Enter')
    await expect(first).toContainText('差旅报销')
    await expect(best).toHaveAttribute('aria-pressed', 'true')
    await expect(best).toBeFocused()
  })

  await test.step('a search is kept under a name beside the folders, opened, renamed and deleted, which can be undone', async () => {
    const subject = unique('藏书').replaceAll(' ', '')
    await deliver({ subject, text: '正文' })
    await toInbox(page, subject)
    await searchFor(page, subject)
    await page.getByRole('button', { name: '保存此搜索' }).click()
    const dialog = page.getByRole('dialog', { name: '保存搜索' })
    await expect(dialog.getByLabel('名称')).toHaveValue(subject)
    await dialog.getByLabel('名称').fill('')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('请输入名称')).toBeVisible()
    await dialog.getByLabel('名称').fill('藏书目录')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    const place = tree(page).getByRole('treeitem', { name: '藏书目录' })
    await expect(place).toHaveAttribute('aria-selected', 'true')

    await goTo(page, '/inbox')
    await place.click()
    await expect(rowOf(page, subject)).toBeVisible()
    await page.getByRole('button', { name: '重命名', exact: true }).click()
    await page.getByRole('dialog', { name: '重命名已存搜索' }).getByLabel('名称').fill('目录')
    await page.keyboard.press('Enter')
    await expect(tree(page).getByRole('treeitem', { name: '目录', exact: true })).toBeVisible()
    // The same in a window that is opened now, and after a reload.
    await page.reload()
    await expect(tree(page).getByRole('treeitem', { name: '目录', exact: true })).toBeVisible()
    await page.getByRole('button', { name: '删除此搜索' }).click()
    await expect(tree(page)).toHaveCount(0)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(tree(page).getByRole('treeitem', { name: '目录', exact: true })).toBeVisible()
    await page.getByRole('button', { name: '删除此搜索' }).click()
    await expect(tree(page)).toHaveCount(0)
  })

  await test.step('the words of a search are marked in the text of a mail and in its files', async () => {
    const word = unique('荷塘').replaceAll(' ', '')
    const attachments = [{ filename: '笔记.txt', content: `前言\n${'空行\n'.repeat(80)}月下的${word}` }]
    await deliver({ subject: '夜', text: `${word}的四面\n\n${'远近高低\n'.repeat(60)}${word}上面`, attachments })
    await toInbox(page)
    await searchFor(page, word)
    await rowOf(page, '夜').first().click()
    const places = page.getByRole('search', { name: '正文中的搜索结果' })
    await expect(places.getByRole('status')).toHaveText('正文中有 2 处，已标出')
    const marked = () =>
      page
        .locator('article iframe')
        .filter({ visible: true })
        .contentFrame()
        .locator('body')
        .evaluate((body) => {
          const view = body.ownerDocument.defaultView
          return [...(view?.CSS.highlights.get('yanshu-marks') ?? [])].map(String)
        })
    expect(await marked()).toEqual([word, word])
    await places.getByRole('button', { name: '下一处' }).press('Enter')
    await places.getByRole('button', { name: '下一处' }).press('Enter')
    await expect(places.getByRole('status')).toHaveText('第 2 处，共 2 处')
    await page.getByRole('button', { name: /预览.*笔记/ }).click()
    await expect(page.getByRole('dialog').locator('mark')).toHaveText([word])
    await expect(page.getByRole('dialog').locator('mark')).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The mail stands there as before, and another word is searched for.
    await expect(places.getByRole('status')).toHaveText('第 2 处，共 2 处')
    await searchFor(page, '梧桐')
  })
})
