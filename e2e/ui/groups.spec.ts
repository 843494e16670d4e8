import { Buffer } from 'node:buffer'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { LOOK_RULES, violations as violationsOn } from '../support/axe.ts'
import { expectNoSideScroll, stageGallery, violations } from './stage.ts'

let gallery: Awaited<ReturnType<typeof stageGallery>>

test.beforeAll(async () => {
  gallery = await stageGallery()
})
test.afterAll(() => gallery.close())

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${gallery.address}?groups${query}`)
  await expect(page.getByRole('group', { name: /裁剪区域|Part to keep/ })).toBeVisible()
}

/** Opens one section alone, which costs a tenth of the page. */
async function openSection(page: Page, title: string): Promise<void> {
  await page.goto(`${gallery.address}?groups&only=${encodeURIComponent(title)}`)
  await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
}

/** The page in another skin and size of letters, which are attributes of it. */
const setLook = (page: Page, look: { skin: string; font: string }): Promise<unknown> =>
  page.evaluate((given) => Object.assign(document.documentElement.dataset, given), look)

test('finds nothing to object to in the groups, in Chinese, in what opens above, and nothing is wider than a phone', async ({
  page,
}) => {
  await open(page)
  expect(await violations(page)).toEqual([])
  await test.step('finds nothing to object to in what opens above', async () => {
    await page.getByRole('button', { name: '移动到' }).click()
    await expect(page.getByRole('listbox', { name: '移动到' })).toBeVisible()
    await page.keyboard.type('新')
    await expect(page.getByRole('option', { name: '新建文件夹“新”' })).toBeVisible()
    expect(await violations(page, 'region')).toEqual([])
    await page.keyboard.press('Escape')
  })
  await setLook(page, { skin: 'festival', font: '3' })
  expect(await violationsOn(page, { rules: LOOK_RULES })).toEqual([])
  await setLook(page, { skin: 'skin_0', font: '1' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideScroll(page)
})

test('finds nothing to object to in the groups, in dark, and in English on a phone, where nothing is wider', async ({
  page,
}) => {
  await open(page, '&mode=dark&font=2')
  expect(await violations(page)).toEqual([])
  await open(page, '&lang=en&mode=dark&skin=skin_3')
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { mode: 'light' }))
  await setLook(page, { skin: 'skin_0', font: '3' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSideScroll(page)
  expect(await violations(page)).toEqual([])
})

test('folders and labels by keyboard: the picker finds by pinyin, makes a folder by a key of its own, and a name is asked for', async ({
  page,
}) => {
  await openSection(page, 'Folders')
  await test.step('finds by pinyin and takes what is highlighted', async () => {
    const button = page.getByRole('button', { name: '移动到' })
    await button.press('Enter')
    const box = page.getByRole('combobox', { name: '查找或新建文件夹' })
    await expect(box).toBeFocused()
    // The folder that the mails are in is shown and not taken.
    await expect(page.getByRole('option', { name: '收件箱' })).toHaveAttribute('aria-disabled', 'true')
    const chosen = page.getByRole('dialog', { name: '移动到' }).getByRole('option', { selected: true })
    await expect(chosen).toHaveText('已发送')
    await page.keyboard.press('ArrowDown')
    await expect(chosen).toHaveText('回收站')
    await box.pressSequentially('xmzl')
    await expect(chosen).toHaveText('项目资料')
    await page.keyboard.press('Enter')
    await expect(page.getByText('已选择 项目资料')).toBeVisible()
    await expect(button).toBeFocused()
  })
  await test.step('makes a folder by a key of its own and never by Enter, and leaves composing text alone', async () => {
    await page.getByRole('button', { name: '移动到' }).press('Enter')
    const box = page.getByRole('combobox', { name: '查找或新建文件夹' })
    const client = await page.context().newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'xin', selectionStart: 3, selectionEnd: 3 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '移动到' })).toBeVisible()
    await client.send('Input.insertText', { text: '新规章' })
    await expect(box).toHaveValue('新规章')
    const picker = page.getByRole('dialog', { name: '移动到' })
    await expect(picker.getByRole('option', { selected: true })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '移动到' })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('已选择 新规章')).toBeVisible()
  })
  await test.step('a name is asked for: what is wrong stands at it, Enter of an input method does not send, Enter does', async () => {
    await page.getByRole('button', { name: '新建标签' }).click()
    const dialog = page.getByRole('dialog', { name: '新建标签' })
    const box = dialog.getByRole('textbox', { name: '标签名称' })
    await expect(box).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('名称不能为空')).toBeVisible()
    await box.fill('已有')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('已有同名标签，请换一个名称')).toBeVisible()
    expect(await violations(page, 'region')).toEqual([])
    await box.fill('')
    const client = await page.context().newCDPSession(page)
    await client.send('Input.imeSetComposition', { text: 'dai', selectionStart: 3, selectionEnd: 3 })
    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await client.send('Input.insertText', { text: '待办' })
    await dialog.getByRole('radio', { name: '绿色' }).check()
    await box.press('Enter')
    await expect(page.getByText('已选择 待办')).toBeVisible()
  })
})

test('steps are a list whose current one is named, one below the other on a phone', async ({ page }) => {
  await openSection(page, 'Steps')
  const steps = page.getByRole('list', { name: '邮箱迁移', exact: true })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await expect(steps.locator('[aria-current=step]')).toContainText('选择内容')
  const [first, second] = [steps.getByRole('listitem').nth(0), steps.getByRole('listitem').nth(1)]
  expect((await first.boundingBox())?.y).toBe((await second.boundingBox())?.y)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => ((await second.boundingBox())?.y ?? 0) - ((await first.boundingBox())?.y ?? 0))
    .toBeGreaterThan(20)
})

/** The colour in the middle of a quarter of the result. */
const colourAt = (image: Locator, x: number, y: number) =>
  image.evaluate(
    async (element, [left, top]) => {
      const picture = element as HTMLImageElement
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = picture.naturalWidth
      canvas.height = picture.naturalHeight
      const context = canvas.getContext('2d')
      context?.drawImage(picture, 0, 0)
      const [red = 0, green = 0, blue = 0] = context?.getImageData(left, top, 1, 1).data ?? []
      return [red, green, blue].map((part) => Math.round(part / 16)).join()
    },
    [x, y] as const,
  )

test('the cropper cuts by keyboard, turns, zooms and drags a picture, and refuses what it cannot show', async ({
  page,
}) => {
  await openSection(page, 'Crop')
  const section = page.getByRole('region', { name: 'Crop' })
  await test.step('cuts to the size by keyboard: arrows move, + zooms', async () => {
    const area = section.getByRole('group', { name: '裁剪区域' })
    const result = section.getByRole('img', { name: '裁剪结果' })
    await section.getByRole('button', { name: '使用' }).click()
    await expect(result).toHaveJSProperty('naturalWidth', 120)
    await expect(result).toHaveJSProperty('naturalHeight', 120)
    await expect(result).toHaveAttribute('data-type', 'image/png')
    const leftBefore = await colourAt(result, 20, 20)
    const rightBefore = await colourAt(result, 100, 20)
    expect(leftBefore).not.toBe(rightBefore)

    await area.focus()
    for (let step = 0; step < 8; step++) await page.keyboard.press('+')
    await expect(section.getByRole('slider', { name: '缩放' })).toHaveAttribute('aria-valuetext', '260%')
    // The picture moves right, so its left comes into the frame.
    for (let step = 0; step < 40; step++) await page.keyboard.press('ArrowRight')
    const before = await result.getAttribute('src')
    await section.getByRole('button', { name: '使用' }).click()
    await expect(result).not.toHaveAttribute('src', before ?? '')
    await expect(result).toHaveJSProperty('naturalWidth', 120)
    expect(await colourAt(result, 100, 20)).toBe(leftBefore)
  })
  await test.step('turns a picture as its camera was held', async () => {
    const jpeg = await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 80
      canvas.height = 40
      const context = canvas.getContext('2d')
      if (!context) return ''
      context.fillStyle = '#ff0000'
      context.fillRect(0, 0, 40, 40)
      context.fillStyle = '#0000ff'
      context.fillRect(40, 0, 40, 40)
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? ''
    })
    // An EXIF block behind the first marker, with: turned by 90° (orientation 6).
    const exif = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000600000000000000', 'hex')
    const plain = Buffer.from(jpeg, 'base64')
    const turned = Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)])
    await section.getByLabel('选择图片').setInputFiles({ name: 'turned.jpg', mimeType: 'image/jpeg', buffer: turned })
    const picture = section.locator('img').first()
    await expect(picture).toHaveJSProperty('naturalWidth', 40)
    const result = section.getByRole('img', { name: '裁剪结果' })
    const before = await result.getAttribute('src')
    await section.getByRole('button', { name: '使用' }).click()
    await expect(result).not.toHaveAttribute('src', before ?? '')
    await expect(result).toHaveJSProperty('naturalWidth', 120)
    expect(await colourAt(result, 60, 10)).toBe('16,0,0')
    expect(await colourAt(result, 60, 110)).toBe('0,0,16')
  })
  await test.step('zooms by the wheel and is dragged by the mouse', async () => {
    const area = section.getByRole('group', { name: '裁剪区域' })
    await area.scrollIntoViewIfNeeded()
    const box = await area.boundingBox()
    if (!box) throw new Error('The area is not on the page')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    expect(Number(await section.getByRole('slider').inputValue())).toBe(1)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => section.getByRole('slider').inputValue().then(Number)).toBeGreaterThan(1.2)
    const picture = section.locator('img').first()
    const placed = await picture.getAttribute('style')
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2)
    await page.mouse.up()
    await expect(picture).not.toHaveAttribute('style', placed ?? '')
  })
  await test.step('refuses what it cannot show and says what to do', async () => {
    for (const [what, buffer, expected] of [
      ['a file without anything in it', Buffer.alloc(0), '这个文件是空的，请换一张图片'],
      ['a file over the limit', Buffer.alloc(2 * 1024 * 1024 + 1), '图片超过 2 MB，请压缩或换一张'],
      ['a document that calls itself a picture', Buffer.from('<svg onload="alert(1)"/>'), '无法识别这个文件'],
      // A PNG of 33 bytes that would unpack to 14 gigabytes.
      ['a picture that unpacks to gigabytes', pngHeader(60_000, 60_000), '图片的尺寸过大，请缩小后再试'],
      ['a picture that breaks off', pngHeader(80, 80), '图片已损坏，无法打开，请换一张'],
    ] as const) {
      await section.getByLabel('选择图片').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer })
      await expect(section.getByRole('alert').first(), what).toContainText(expected)
      await expect(section.getByRole('button', { name: '使用' }), what).toHaveCount(0)
    }
  })
})

/** The beginning of a PNG of this size, and no pixels. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}
