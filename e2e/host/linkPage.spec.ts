import { expect, test } from '@playwright/test'

test('an external link is shown with its site before it is opened, without a login', async ({ page }) => {
  await page.goto(`/#/linkPage?url=${encodeURIComponent('http://bank.example@evil.test/login')}`)
  await expect(page.getByRole('heading', { name: '即将离开雁书' })).toBeVisible()
  await expect(page.getByText('evil.test', { exact: true })).toBeVisible()
  await expect(page.getByText('没有加密')).toBeVisible()
  await expect(page.getByText('容易混淆')).toBeVisible()
  await expect(page.getByRole('link', { name: '仍要打开' })).toHaveAttribute('rel', /noopener/)
})

test('a link opens without its tracking parts, and as it was sent where that is asked for', async ({ page }) => {
  const sent = 'https://shop.example/sale?id=7&utm_source=mail&fbclid=abc'
  await page.goto(`/#/linkPage?url=${encodeURIComponent(sent)}`)
  await expect(page.getByText('去掉链接中的 2 个跟踪参数（utm_source, fbclid）')).toBeVisible()
  await expect(page.getByRole('link', { name: '仍要打开' })).toHaveAttribute('href', 'https://shop.example/sale?id=7')
  await expect(page.getByRole('link', { name: '按原链接打开' })).toHaveAttribute('href', sent)
})

test('what is no web address is not offered', async ({ page }) => {
  await page.goto(`/#/linkPage?url=${encodeURIComponent('javascript:alert(1)')}`)
  await expect(page.getByRole('heading', { name: '这不是一个有效的链接' })).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
})
