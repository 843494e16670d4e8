import { expect, type FrameLocator, type Page } from '@playwright/test'
import { PIXEL } from './stage.ts'
import { openStage, test } from './stagedTest.ts'

interface Wish {
  readonly html: string
  readonly dark?: boolean
  readonly allowRemote?: boolean
  readonly cid?: string
  readonly width?: number
}

/** What the handlers were called with, in the page. */
declare global {
  var reported: string[]
  var problems: string[]
}

/** Shows a mail in a new frame, the only one of the page, with nothing reported yet. */
async function show(page: Page, wish: Wish): Promise<FrameLocator> {
  await page.evaluate(async ({ html, dark = false, allowRemote = false, cid, width = 800 }) => {
    globalThis.reported = []
    globalThis.problems = []
    const bytes = cid ? await (await fetch(cid)).blob() : undefined
    const mail = mailHtml.renderMailHtml(html, {
      mode: 'read',
      allowRemote,
      window: await mailHtml.openParserWindow(),
      scheme: dark ? 'dark' : 'light',
      cid: new Map(bytes ? [['logo@x', URL.createObjectURL(bytes)]] : []),
      remoteImageUrl: (url) => `/api/file/remoteImage?url=${encodeURIComponent(url)}`,
    })
    const frame = document.createElement('iframe')
    frame.title = 'mail'
    frame.style.cssText = `width:${width}px;border:0;display:block`
    document.body.style.margin = '0'
    document.body.style.background = dark ? '#17191d' : ''
    document.body.replaceChildren(frame)
    const view = { lang: 'zh', fontSize: 1, dark, imagePaths: allowRemote ? ['/api/file/remoteImage'] : [] } as const
    await new Promise<void>((done) => {
      mailHtml.mountMail(frame, mail, view, {
        onLink: (url) => reported.push(`link ${url}`) < 0,
        onMailto: (url) => reported.push(url),
        onKey: ({ key }) => reported.push(`key ${key}`),
        onProblem: (problem) => problems.push(problem),
        onHeight: () => done(),
      })
    })
    frame.contentDocument?.addEventListener('securitypolicyviolation', (event) =>
      problems.push(event.violatedDirective),
    )
  }, wish)
  return page.frameLocator('iframe[title]')
}

const reportedIn = (page: Page) => page.evaluate(() => globalThis.reported)
const problemsIn = (page: Page) => page.evaluate(() => globalThis.problems)
const heightOf = (page: Page) => page.locator('iframe[title]').evaluate((frame) => frame.clientHeight)

test('mails are drawn in frames of one page', async ({ page, stage }) => {
  await openStage(page, stage)
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', (event) => problems.push(event.violatedDirective)),
  )

  await test.step('given a page that refuses inline styles, the mail keeps its own', async () => {
    const mail = await show(page, {
      html: '<style>.a{color:rgb(1,2,3)} td{padding:7px}</style><table><tr><td class="a">甲</td><td style="background:#ffeedd">乙</td></tr></table>',
    })
    await expect(mail.getByText('甲')).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(mail.getByText('甲')).toHaveCSS('padding-left', '7px')
    await expect(mail.getByText('乙')).toHaveCSS('background-color', 'rgb(255, 238, 221)')
    expect(await problemsIn(page)).toEqual([])
  })

  await test.step('the frame is sandboxed without scripts and takes the height of its mail, also after a later change', async () => {
    const mail = await show(page, {
      html: '<style>body{height:100%;min-height:100vh}</style><div style="height:300px">x</div><blockquote class="gmail_quote"><div style="height:200px">old</div></blockquote>',
    })
    expect(await page.locator('iframe[title]').getAttribute('sandbox')).not.toContain('allow-scripts')
    await expect.poll(() => heightOf(page)).toBeGreaterThan(300)
    const folded = await heightOf(page)
    expect(folded).toBeLessThan(400)
    await mail.locator('summary').click()
    await expect.poll(() => heightOf(page)).toBeGreaterThan(folded + 200)
  })

  await test.step('a mail a little wider than the window is scaled to fit', async () => {
    const mail = await show(page, { html: '<table width="460"><tr><td>x</td></tr></table>', width: 390 })
    const width = async () => (await mail.locator('table').boundingBox())?.width ?? Number.POSITIVE_INFINITY
    await expect.poll(width).toBeLessThanOrEqual(390)
    expect(await width()).toBeGreaterThan(340)
  })

  await test.step('a table much wider than the window is scrolled alone; the text keeps four fifths of its size', async () => {
    const mail = await show(page, {
      html: `<p>正文</p><table width="1800"><tr><td width="900">左</td><td width="900">右</td></tr></table>`,
      width: 700,
    })
    const letter = await mail.getByText('正文').evaluate((element) => element.getBoundingClientRect().height)
    expect(letter).toBeGreaterThan(0.79 * 14 * 1.65)
    const widths = () =>
      mail.locator('.yanshu-mail').evaluate((block) => ({ own: block.scrollWidth, shown: block.clientWidth }))
    const { own, shown } = await widths()
    expect(own).toBeLessThanOrEqual(shown)
    await mail.getByText('右').scrollIntoViewIfNeeded()
    await expect(mail.getByText('右')).toBeInViewport()
    await expect(mail.getByText('正文')).toBeInViewport()
    // Wider windows show it as if it had never been narrow.
    await page.locator('iframe[title]').evaluate((frame) => {
      frame.style.width = '1900px'
    })
    await expect
      .poll(() => mail.getByText('正文').evaluate((element) => element.getBoundingClientRect().height))
      .toBeGreaterThan(14 * 1.65 - 1)
  })

  await test.step('what is folded on the screen is printed, and folded again after it', async () => {
    const mail = await show(page, {
      html: '<p>新</p><blockquote class="gmail_quote"><p>旧</p></blockquote>',
    })
    await expect(mail.getByText('旧')).toBeHidden()
    const folded = await heightOf(page)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    await expect(mail.getByText('旧')).toBeVisible()
    await expect(mail.locator('summary')).toBeHidden()
    await expect.poll(() => heightOf(page)).toBeGreaterThan(folded)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(mail.getByText('旧')).toBeHidden()
  })

  await test.step('links, addresses and keys reach the application', async () => {
    const mail = await show(page, {
      html: '<a href="https://shop.test/a?b=1">shop</a> <a href="mailto:li.na@yanshu.test?subject=x">mail</a> <a href="#end">end</a><p style="height:2000px">x</p><p id="end">here</p>',
    })
    const [tab] = await Promise.all([page.context().waitForEvent('page'), mail.getByText('shop').click()])
    await tab.waitForURL(/#\/linkPage\?url=https%3A%2F%2Fshop\.test%2Fa%3Fb%3D1$/)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()
    await mail.getByText('mail').click()
    await page.keyboard.press('j')
    await expect
      .poll(() => reportedIn(page))
      .toEqual(['link https://shop.test/a?b=1', 'mailto:li.na@yanshu.test?subject=x', 'key j'])
    await mail.getByText('end').click()
    await expect(mail.getByText('here')).toBeInViewport()
  })

  await test.step('inline images show at once, remote ones only when asked for and through the proxy', async () => {
    const html = '<img alt="logo" src="cid:logo@x"><img alt="photo" src="http://v1.leak.test/p.gif">'
    const cid = `data:image/gif;base64,${PIXEL.toString('base64')}`
    const held = await show(page, { html, cid: '/api/file/remoteImage?url=inline' })
    const loaded = (mail: FrameLocator, alt: string) =>
      mail.getByAltText(alt).evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(() => loaded(held, 'logo')).toBe(1)
    expect(await loaded(held, 'photo')).toBe(0)
    const asked = stage.proxied.length
    const shown = await show(page, { html: html.replace('cid:logo@x', cid), allowRemote: true })
    await expect.poll(() => loaded(shown, 'photo')).toBe(1)
    expect(stage.proxied.slice(asked)).toEqual(['http://v1.leak.test/p.gif'])
    expect(await problemsIn(page)).toEqual([])
  })

  await test.step('in a dark application a plain mail turns dark and a designed one stays on paper', async () => {
    const plain = await show(page, { html: '<p style="color:black">普通</p>', dark: true })
    await expect(plain.getByText('普通')).toHaveCSS('color', 'rgb(228, 231, 236)')
    const designed = await show(page, { html: '<p style="color:#c00;background:#fee">设计</p>', dark: true })
    await expect(designed.getByText('设计')).toHaveCSS('color', 'rgb(204, 0, 0)')
    await expect(page.locator('iframe[title]')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  })

  await test.step('the mail alone can be printed', async () => {
    const printed = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.replaceChildren(frame)
      const mail = mailHtml.renderMailHtml('<p>x</p>', { mode: 'print', allowRemote: false })
      const mounted = mailHtml.mountMail(frame, mail, { lang: 'zh', fontSize: 1, dark: false })
      await new Promise((done) => frame.addEventListener('load', done, { once: true }))
      const before = new Promise((done) =>
        frame.contentWindow?.addEventListener('beforeprint', () => done('asked to print')),
      )
      mounted.print()
      return before
    })
    expect(printed).toBe('asked to print')
  })

  await test.step('a frame that is unmounted and mounted again keeps its file, under the policy it had, and reports to the new handlers alone', async () => {
    const mail = await show(page, {
      html: '<a href="https://a.example/">甲</a><img src="https://x.example/1.gif">',
      allowRemote: true,
    })
    await expect(mail.getByText('甲')).toBeVisible()
    const loads: string[] = []
    page.on('request', (request) => loads.push(request.url()))
    await page.evaluate(async () => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title]')
      if (!frame) throw new Error('there is no frame')
      const render = (html: string) => mailHtml.renderMailHtml(html, { mode: 'read', allowRemote: false })
      const take = (html: string, name: string) =>
        mailHtml.mountMail(
          frame,
          render(html),
          { lang: 'zh', fontSize: 1, dark: false, imagePaths: ['/api/file/remoteImage'] },
          { onLink: (url) => reported.push(`${name} ${url}`) > 0, onProblem: (problem) => problems.push(problem) },
        )
      take('<a href="https://b.example/">乙</a>', 'second').dispose()
      take('<a href="https://c.example/">丙</a><img src="/leak.gif">', 'third')
    })
    await mail.getByText('丙').click()
    await expect(mail.getByText('甲')).toHaveCount(0)
    // The first one was not unmounted, so it still gets the click.
    await expect.poll(() => reportedIn(page)).toEqual(['link https://c.example/', 'third https://c.example/'])
    expect(loads.filter((url) => url.endsWith('mail-frame.html'))).toEqual([])
    expect(stage.strays).not.toContain('/leak.gif')
  })
})

/** Draws a mail in a new frame; answers the problem that is reported of it. */
const problemOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const frame = document.createElement('iframe')
        document.body.replaceChildren(frame)
        const mail = mailHtml.renderMailHtml('<p>x</p>', { mode: 'read', allowRemote: false })
        mailHtml.mountMail(frame, mail, { lang: 'zh', fontSize: 1, dark: false }, { onProblem: done })
      }),
  )

test('a server that sends the wrong frame file is reported', async ({ page, stage }) => {
  await openStage(page, stage)

  await test.step('a server without the frame file is reported, not shown', async () => {
    await page.route('**/mail-frame.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>index</p>' }))
    expect(await problemOf(page)).toBe('frame-missing')
  })

  await test.step('a server that sends the policy of the application with the frame is reported', async () => {
    await page.route('**/mail-frame.html', async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'content-security-policy': "style-src 'self'" },
      })
    })
    expect(await problemOf(page)).toBe('styles-refused')
  })
})
