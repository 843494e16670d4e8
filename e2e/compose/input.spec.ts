import { readFileSync } from 'node:fs'
import { expect, type Locator, test } from '@playwright/test'
import { violations } from '../support/axe.ts'
import { collect } from '../support/collectors.ts'
import { WORDS } from '../support/words.ts'
import { arrival, call, closeLetter, fresh, go, LI_NA, newMail, open, SAVED, sentNotice, ZHANG } from './desk.ts'

/** Pastes HTML where the caret is, as a sheet's program puts it into the clipboard. */
const pasteHtml = (text: Locator, html: string) =>
  text.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/html', pasted)
    data.setData('text/plain', '表')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, html)

const SHEET =
  '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>.xl65{text-align:center;font-weight:700}</style></head>' +
  '<body><table><col width=72><tr><td class=xl65>项目</td><td class=xl65>金额</td></tr>' +
  '<tr><td>预算</td><td align=right>12.5</td></tr></table></body></html>'

test('recipients and text are typed by an input method, pasted, and sent by the keys', async ({ page }) => {
  await open(page, ZHANG)
  const devtools = await page.context().newCDPSession(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = (text: string) => page.evaluate((words) => navigator.clipboard.writeText(words), text)

  await test.step('half-typed pinyin is left alone in recipients and text', async () => {
    const { to, text } = await newMail(page)
    let asked = 0
    page.on('request', (request) => {
      // People whom one wrote to last are read ahead, without a word.
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('contact/list/suggest') && searchParams.get('keyword')) asked += 1
    })
    await to.click()
    await devtools.send('Input.imeSetComposition', { text: 'li na', selectionStart: 5, selectionEnd: 5 })
    // Enter and separators of the composition are the input method's, not ours.
    await devtools.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      windowsVirtualKeyCode: 229,
      key: 'Process',
      code: 'Enter',
    })
    await devtools.send('Input.imeSetComposition', { text: 'li,na', selectionStart: 5, selectionEnd: 5 })
    await expect(to).toHaveValue('li,na')
    await expect(page.getByRole('list', { name: '收件人' })).toHaveCount(0)
    expect(asked).toBe(0)
    await devtools.send('Input.insertText', { text: '李娜' })
    await expect(to).toHaveValue('李娜')
    await page.getByRole('option', { name: /李娜/ }).waitFor()
    await to.press('Enter')
    await expect(page.getByRole('list', { name: '收件人' }).getByRole('listitem')).toHaveCount(1)

    await text.click()
    await page.keyboard.type('a')
    await devtools.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
    await expect(text).toHaveText('ani hao')
    // The draft is saved meanwhile; the composition goes on.
    await expect(page.getByText(SAVED)).toBeVisible()
    await devtools.send('Input.imeSetComposition', { text: 'ni hao ya', selectionStart: 9, selectionEnd: 9 })
    await devtools.send('Input.insertText', { text: '你好呀' })
    await expect(text).toHaveText('a你好呀')
    await closeLetter(page)
  })

  await test.step('pasted lists become people; nobody is there twice; wrong addresses are asked about', async () => {
    const { to, cc, subject, send } = await newMail(page)
    await copy('李娜 <li.na@yanshu.test>；wang.fang@yanshu.test，不是地址')
    await to.click()
    await page.keyboard.press('Control+v')
    const people = page.getByRole('list', { name: '收件人' }).getByRole('listitem')
    await expect(people).toHaveCount(3)
    await page.getByRole('button', { name: '抄送', exact: true }).click()
    await cc.pressSequentially('LI.NA@yanshu.test,')
    await expect(page.getByText('无需重复')).toBeVisible()

    await subject.fill(fresh('地址'))
    await send.click()
    await expect(page.getByRole('alertdialog')).toContainText('不是地址')
    await page.getByRole('button', { name: '返回修改' }).click()
    await people.nth(2).dblclick()
    await expect(to).toHaveValue('不是地址')
    await to.fill('chen.jie@yanshu.test')
    await to.press('Enter')
    await expect(people).toHaveCount(3)
    await expect(page.getByRole('list', { name: '收件人' })).not.toContainText('不是地址')
    await people.nth(1).hover()
    await page.mouse.down()
    const box = await page.locator('[data-drop-id="people-cc"]').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 12, { steps: 8 })
    await page.mouse.up()
    await expect(people).toHaveCount(2)
    await expect(page.getByRole('list', { name: '抄送' }).getByRole('listitem')).toHaveCount(1)
    await closeLetter(page)
  })

  await test.step('what is pasted on a recipient takes its place; a list pasted behind typed letters stays apart from them', async () => {
    const { to } = await newMail(page)
    const people = page.getByRole('list', { name: '收件人' }).getByRole('listitem')
    await to.pressSequentially('a@x.cn,b@x.cn,')
    await copy('c@x.cn，d@x.cn；e@x.cn、f@x.cn\ng@x.cn')
    // By keyboard: the chip has the focus.
    await to.press('ArrowLeft')
    await page.keyboard.press('Control+v')
    await expect(people).toHaveText(['a', 'c', 'd', 'e', 'f', 'g'].map((one) => new RegExp(`${one}@x.cn`)))
    // By pointer: pressing a chip opens its menu.
    await copy('h@x.cn')
    await people.first().getByRole('button').first().click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(people.first()).toHaveText(/h@x\.cn/)
    await expect(to).toBeFocused()

    await copy('i@x.cn\nj@x.cn')
    await to.pressSequentially('wang')
    await page.keyboard.press('Control+v')
    await expect(to).toHaveValue('')
    await expect(people.nth(6)).toHaveText(/wang/)
    await expect(people.last()).toHaveText(/j@x\.cn/)
    await closeLetter(page)
  })

  let sends = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mail/email/send')) sends += 1
  })
  for (const [at, modifier] of ['Control', 'Meta'].entries()) {
    const title = `${modifier} and Enter send from the text, but not while an input method composes`
    await test.step(title, async () => {
      const subject = fresh('快捷键发送')
      const { to, subject: field, text } = await newMail(page)
      await to.pressSequentially(`${ZHANG},`)
      await field.fill(subject)
      await text.click()
      await page.keyboard.type('正文')
      await devtools.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
      const modifiers = modifier === 'Control' ? 2 : 4
      for (const press of [
        { key: 'Process', windowsVirtualKeyCode: 229 },
        { key: 'Enter', windowsVirtualKeyCode: 13 },
      ])
        await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', code: 'Enter', modifiers, ...press })
      await devtools.send('Input.insertText', { text: '你' })
      await expect(text).toHaveText('正文你')
      await expect(page.locator('[aria-live]').filter({ hasText: '已发送' })).toHaveCount(0)
      expect(sends).toBe(at)
      await page.keyboard.press(`${modifier}+Enter`)
      await sentNotice(page)
      expect(sends).toBe(at + 1)
      await arrival(page, subject)
    })
  }
})

test('what office programs copy is pasted as what it is, and the text below a table stays out of it', async ({
  page,
}) => {
  const seen = await collect(page)
  await open(page, ZHANG)
  const devtools = await page.context().newCDPSession(page)

  for (const program of ['word-windows', 'word-mac', 'wps']) {
    await test.step(`what ${program} copies is pasted with real lists, and the browser has nothing to report`, async () => {
      const { text } = await newMail(page)
      await text.click()
      const fixture = new URL(`../../shared/ui/src/editor/office-paste/fixtures/${program}.html`, import.meta.url)
      await pasteHtml(text, readFileSync(fixture, 'utf8'))
      await expect(text.locator('ol > li').first()).toBeVisible()
      await expect(text.locator('ul > li').first()).toBeVisible()
      await expect(text.locator('img[src^="file:"], [class^="Mso"], [onmouseover]')).toHaveCount(0)
      if (program === 'word-windows') {
        await expect(text.locator('ol ol > li')).toHaveText(['市场部', '财务部'])
        await expect(text.locator('span', { hasText: '红字' }).last()).toHaveCSS('color', 'rgb(255, 0, 0)')
        await expect(page.getByText('1 张图片无法从剪贴板读取')).toBeVisible()
      }
      expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
      expect(seen.violations).toEqual([])
      expect(seen.errors).toEqual([])
      await closeLetter(page)
    })
  }

  await test.step('what is pasted from a sheet keeps its table and brings nothing that runs', async () => {
    const { text } = await newMail(page)
    await text.click()
    await pasteHtml(
      text,
      '<style>.x{color:#c00000;font-weight:700}</style><table><tr><td class="x" onclick="window.hacked=1">预算</td><td>12</td></tr></table><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    )
    await expect(text.getByRole('cell', { name: '预算' })).toBeVisible()
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await expect(text.locator('strong', { hasText: '预算' })).toHaveCSS('color', 'rgb(192, 0, 0)')
    await closeLetter(page)
  })

  await test.step('text that an input method commits without composing goes below a table, and leaves the table whole', async () => {
    const commit = (words: string) => devtools.send('Input.insertText', { text: words })
    const { text } = await newMail(page)
    const shape = () =>
      text
        .getByRole('table')
        .evaluateAll((tables) =>
          tables.map((table) =>
            [...table.querySelectorAll('tr')].map((row) => [...row.cells].map((one) => one.textContent)),
          ),
        )
    const whole = [
      ['项目', '金额'],
      ['预算', '12.5'],
    ]

    // What is pasted is followed by a line to write on, and the caret stands there.
    await text.click()
    await pasteHtml(text, SHEET)
    await commit('。')
    await expect(text.locator(':scope > p').last()).toHaveText('。')
    expect(await shape()).toEqual([whole])
    await expect(text.getByText('金额')).toHaveCSS('text-align', 'center')
    await expect(text.getByText('12.5')).toHaveCSS('text-align', 'right')

    // Below a table where no line is: at the cursor that stands there after a press, and by the key that leads to the end.
    const below = async () => {
      const box = await text.getByRole('table').boundingBox()
      if (!box) throw new Error('no table')
      await page.mouse.click(box.x + 60, box.y + box.height + 40)
      await expect(text.locator('.ProseMirror-gapcursor')).toHaveCount(1)
    }
    const end = async () => {
      await text.getByText('12.5').click()
      await page.keyboard.press('Control+End')
    }
    const plain = '<table><tr><td>项目</td><td>金额</td></tr><tr><td>预算</td><td>12.5</td></tr></table>'
    for (const [html, way] of [
      [SHEET, below],
      [plain, below],
      [plain, end],
    ] as const) {
      const { mailId } = await call<{ mailId: number }>(page, 'mail/email/drafts', {
        ...{ mailId: null, revision: null, clientId: fresh('draft'), kind: 'new', sourceMailId: null, from: ZHANG },
        ...{ to: [], cc: [], bcc: [], subject: fresh('表'), fileIds: [], priority: 3, requestReceipt: false, html },
      })
      await go(page, `/write/draft/${mailId}`)
      await expect(text.getByText('预算')).toHaveCount(1)
      await expect(text.locator(':scope > p')).toHaveCount(0)
      await way()
      for (const words of ['，', '👍']) await commit(words)
      await page.keyboard.type('a')
      await expect(text.locator(':scope > p')).toHaveText(['，👍a'])
      expect(await shape()).toEqual([whole])
    }
  })
})

test('the write screen names what may not be sent, reads well, is in English throughout, and on dark ground', async ({
  page,
}) => {
  await open(page, ZHANG)

  await test.step('what may not be sent is refused with a reason, and reads well with people, problems and attachments', async () => {
    const { files, subject, to, send, text } = await newMail(page)
    const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await files.setInputFiles([file('空.txt', '')])
    await expect(page.getByText('0 KB 的空文件')).toBeVisible()
    await files.setInputFiles([file('a.txt', '1'), file('a.txt', '2')])
    await expect(page.getByText('已有同名附件')).toBeVisible()
    await files.setInputFiles([file('setup.exe', '1')])
    await expect(page.getByText('文件类型不允许发送')).toBeVisible()
    await expect(page.getByText('1 个附件')).toBeVisible()
    await send.click()
    await expect(page.getByText('请填写收件人')).toBeVisible()
    await expect(page.getByText('请填写主题')).toBeVisible()
    await to.pressSequentially(`${LI_NA},wrong,`)
    await expect(page.getByText('请填写收件人')).toHaveCount(0)
    await expect(page.getByText('请填写主题')).toBeVisible()
    await expect(text).toBeVisible()
    expect(await violations(page, { include: 'main' })).toEqual([])
    await subject.fill('字'.repeat(101))
    await expect(page.getByText('主题最多 100 个字')).toBeVisible()
    await subject.fill('')
    await closeLetter(page)
  })

  await test.step('the write screen is in English throughout', async () => {
    // The product's own switch: the screen that is open changes too.
    const choose = async (from: 'zh' | 'en', name: string) => {
      const { topBar } = WORDS[from].shell
      await page.getByRole('button', { name: topBar.appearance }).click()
      await page.getByRole('menuitem', { name: topBar.language }).click()
      await page.getByRole('menuitemradio', { name, exact: true }).click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await choose('zh', 'English')
    await go(page, '/write/new/0?c=english')
    await page.getByRole('textbox', { name: 'Text' }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Add a recipient')).toBeVisible()
    await expect(page.getByText('Write a subject')).toBeVisible()
    // The writer's own name stands in the row "From", as it is.
    const words = (await page.getByRole('tabpanel').filter({ visible: true }).allInnerTexts()).join()
    expect(words.replaceAll('张伟', '')).not.toMatch(/\p{Script=Han}/u)
    await page
      .getByTitle(/^Close/)
      .last()
      .click()
    await choose('en', '中文')
  })

  await test.step('in dark mode a letter is written on dark ground, one with colours on the white they are meant for', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const { text, subject } = await newMail(page)
    const light = () =>
      text.evaluate((field) => {
        const { backgroundColor } = getComputedStyle(field.parentElement ?? field)
        const [red = 0] = backgroundColor.match(/\d+/g)?.map(Number) ?? []
        return red > 200
      })
    await expect.poll(light).toBe(false)
    const paper = page.getByRole('button', { name: '白色信纸' })
    await paper.click()
    await expect.poll(light).toBe(true)
    await paper.click()
    await expect.poll(light).toBe(false)

    const name = fresh('有颜色的信')
    await subject.fill(name)
    await text.click()
    await page.keyboard.type('红')
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: '文字颜色' }).click()
    await page.getByRole('dialog', { name: '文字颜色' }).getByRole('button').nth(3).click()
    await page.getByRole('button', { name: '存草稿' }).click()
    await expect(page.getByText('草稿已保存')).toBeVisible()
    const mailId = await arrival(page, name)
    await closeLetter(page)
    await go(page, `/write/draft/${mailId}`)
    await expect(text).toContainText('红')
    await expect.poll(light).toBe(true)
  })
})
