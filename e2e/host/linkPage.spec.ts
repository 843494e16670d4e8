import { expect, test } from '@playwright/test'
import { goTo } from '../support/people.ts'

test('without a login, a link is shown before it is opened: its site, without its tracking parts, or that it is none', async ({
  page,
}) => {
  const pathTo = (url: string) => `/linkPage?url=${encodeURIComponent(url)}`
  const onward = page.getByRole('link', { name: '仍要打开' })

  await test.step('an external link is shown with its site before it is opened', async () => {
    await page.goto(`/#${pathTo('http://bank.example@evil.test/login')}`)
    await expect(page.getByRole('heading', { name: '即将离开雁书' })).toBeVisible()
    await expect(page.getByText('evil.test', { exact: true })).toBeVisible()
    await expect(page.getByText('没有加密')).toBeVisible()
    await expect(page.getByText('容易混淆')).toBeVisible()
    await expect(onward).toHaveAttribute('rel', /noopener/)
  })

  await test.step('it opens without its tracking parts, and as it was sent where that is asked for', async () => {
    const sent = 'https://shop.example/sale?id=7&utm_source=mail&fbclid=abc'
    await goTo(page, pathTo(sent))
    await expect(page.getByText('去掉链接中的 2 个跟踪参数（utm_source, fbclid）')).toBeVisible()
    await expect(onward).toHaveAttribute('href', 'https://shop.example/sale?id=7')
    await expect(page.getByRole('link', { name: '按原链接打开' })).toHaveAttribute('href', sent)
  })

  await test.step('what is no web address is not offered', async () => {
    await goTo(page, pathTo('javascript:alert(1)'))
    await expect(page.getByRole('heading', { name: '这不是一个有效的链接' })).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(0)
  })
})
