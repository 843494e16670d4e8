import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { WORDS as DEVELOPER_WORDS } from '../../host/src/developer/words.ts'
import { freePort } from '../../server/src/testing/freePort.ts'
import { violations } from '../support/axe.ts'
import { goTo } from '../support/people.ts'
import { CLIENT, type OwnServer, startServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

/** Where the console of the operator would be; a page of the server itself, which needs no login. */
const CONSOLE = '/mf/manifest.schema.json'

const REMOTE = 'remote-settings'
const OWN = '本机构建的设置'
/** What a development build of the settings defines, with one view. */
const LOCAL_BUILD = `var remote_settings__dev = {
  init: () => undefined,
  get: async () => () => ({ default: {
    contract: { name: '${REMOTE}', major: 1 },
    routes: [{ path: 'set/*', load: async () => ({ default: () => '${OWN}' }) }],
    i18n: { ns: '${REMOTE}', load: async () => ({ default: {} }) },
  } }),
}`

/** A developer's own machine, as the tools of development serve a remote from it. */
async function serveLocalBuild() {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(LOCAL_BUILD)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}/remoteEntry.js`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

let server: OwnServer
test.beforeAll(async () => {
  const port = await freePort()
  server = await startServer({
    port,
    client: CLIENT,
    settings: {
      YANSHU_ALLOW_OVERRIDE: '1',
      YANSHU_CONSOLE_URL: `http://localhost:${port}${CONSOLE}`,
      YANSHU_HELP_HOST: 'localhost',
      YANSHU_FEEDBACK_TO: 'admin@yanshu.test',
    },
  })
  server.change(
    `insert into announcement (title, content, published_at) values ('周六停机维护', '22:00 起\n两小时', ${Date.now()})`,
  )
})
test.afterAll(() => server.remove())

const set = (name: string, value: unknown) => server.setSwitches({ [name]: value })

const more = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true }).click()

test('given every switch of the frame on, then each item is there, works, and breaks no rule of access', async ({
  someone,
}) => {
  set('watermark', '内部资料')
  set('enableGray', true)
  set('islandPersonnel', true)
  set('privateEnable', 0)
  set('validTime', Date.now() + 3 * 86_400_000)
  set('festivalSkin', 'festival')
  set('festivalAskWord', '元宵快乐，换上灯会？')
  const { page, words, seen } = await someone({ user: 'admin', server: server.url, path: '/dashboard' })
  const { shell } = words

  // Announcements: at home, and behind the bell, which counts them.
  await page.getByRole('region', { name: '公告' }).getByText('周六停机维护').click()
  await expect(page.getByText('两小时')).toBeVisible()
  const bell = page.getByRole('button', { name: /^公告/ })
  await expect(bell).toHaveAccessibleName('公告')
  await bell.click()
  const news = page.getByRole('dialog', { name: '公告' })
  await expect(news.getByText('周六停机维护')).toBeVisible()
  await expect(news.getByRole('button', { name: '全部标为已读' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The mailbox that expires, gray, and the watermark, through which everything is pressed.
  await expect(page.getByText(/您的邮箱将于.*到期，请联系管理员延长服务/)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-gray', /.*/)
  const mark = page.locator('[data-watermark]')
  await expect(mark).toHaveAttribute('data-watermark', /^内部资料 · admin@yanshu\.test · \d{4}-\d\d-\d\d \d\d:\d\d$/)
  await page.emulateMedia({ media: 'print' })
  await expect(mark).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // The festival is asked about once.
  await page.getByText('元宵快乐，换上灯会？').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '换上' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'festival')
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name.startsWith('yanshu.festival'))
  expect(Math.round(((cookie?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000)).toBe(30)

  // Feedback: the text is required, a file may come along, the number is shown.
  await more(page, shell.topBar.more)
  await page.getByRole('menuitem', { name: '意见反馈' }).click()
  const feedback = page.getByRole('dialog', { name: '意见反馈' })
  await feedback.getByRole('button', { name: '提交' }).click()
  await expect(feedback.getByText('请填写反馈内容')).toBeVisible()
  await feedback.getByLabel('反馈内容').fill('列表很快')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    feedback.getByRole('button', { name: '选择文件' }).click(),
  ])
  await chooser.setFiles([
    { name: '空.txt', mimeType: 'text/plain', buffer: Buffer.from('') },
    { name: '截图.txt', mimeType: 'text/plain', buffer: Buffer.from('图') },
  ])
  await expect(page.getByText('不能上传 0 KB 的文件')).toBeVisible()
  await expect(feedback.getByText('截图.txt')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await feedback.getByRole('button', { name: '提交' }).click()
  await expect(page.getByText(/已收到您的反馈，编号 \d+/)).toBeVisible()
  await expect(feedback).toBeHidden()

  // A mail from a file.
  await page.getByRole('button', { name: '导入邮件（.eml）' }).click()
  const importing = page.getByRole('dialog', { name: '导入邮件' })
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], '岛上来信.eml', { type: 'message/rfc822' }))
    data.items.add(new File(['x'], '别的.txt'))
    return data
  }, 'From: far@island.example\r\nSubject: Island letter\r\n\r\nHello')
  await importing.getByText('也可以拖到这里').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByText('“别的.txt”不是邮件文件（.eml）')).toBeVisible()
  await importing.getByRole('button', { name: '导入', exact: true }).click()
  await expect(page.getByText('已导入 1 封邮件')).toBeVisible()
  // The notice of the import, or that of a new mail: both lead to it.
  await page.getByRole('button', { name: '查看' }).first().click()
  await expect(page.getByRole('heading', { name: 'Island letter' }).filter({ visible: true })).toBeVisible()

  // Help, from its panel at the right edge on the host that the operator has named.
  await page.getByRole('button', { name: '帮助' }).last().click()
  const help = page.getByRole('dialog', { name: '帮助' })
  await help.getByLabel('搜索帮助').fill('撤回')
  await expect(help.getByText('发错了怎么办')).toBeVisible()
  await help.getByLabel('搜索帮助').fill('绝无此词')
  await expect(help.getByText('没有找到相关主题')).toBeVisible()
  await page.keyboard.press('Escape')

  // The console, in a window of its own, with a token that is used once.
  await more(page, shell.topBar.more)
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: '管理控制台' }).click(),
  ])
  await opened.waitForURL((url) => url.pathname === CONSOLE)
  expect(new URL(opened.url()).searchParams.get('token')?.length).toBe(32)
  expect(seen.violations).toEqual([])
})

test('given the switches as they are at first, then none of the items is there, and a phone has the rest behind the person; a developer puts a build of their machine in the place of a remote, sees it said, and takes it back', async ({
  someone,
}) => {
  server.change('delete from switch_value')
  const { page, words, seen } = await someone({ user: 'li.na', server: server.url, path: '/inbox' })
  await expect(page.getByRole('treeitem', { name: /^收件箱/ })).toBeVisible()
  await more(page, words.shell.topBar.more)
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: words.shell.topBar.signOut })).toBeVisible()
  for (const name of ['意见反馈', '管理控制台']) await expect(menu.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-watermark]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '导入邮件（.eml）' })).toHaveCount(0)
  await expect(page.getByText('到期')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^账户/ }).click()
  await page.getByRole('menuitem', { name: /^公告/ }).click()
  await expect(page.getByRole('dialog', { name: '公告' }).getByText('周六停机维护')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })

  // Where the platform allows it, a build of a developer's own machine replaces a remote.
  const local = await serveLocalBuild()
  const developer = DEVELOPER_WORDS.zh
  const heading = page.getByRole('heading', { level: 1, name: '常规设置' }).filter({ visible: true })
  const bar = page.getByRole('status').filter({ hasText: developer.bar })
  try {
    await goTo(page, '/set/normalset')
    await expect(heading).toBeVisible()
    const dialog = page.getByRole('dialog', { name: developer.title })
    await expect(async () => {
      await page.keyboard.press('Alt+m')
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await dialog.getByLabel(REMOTE, { exact: true }).fill('https://elsewhere.example/remoteEntry.js')
    await dialog.getByRole('button', { name: developer.save }).click()
    await expect(dialog.getByText(developer.foreign)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel(REMOTE, { exact: true }).fill(local.address)
    // The page is loaded anew when the builds are saved; this address opens their list with the page.
    await page.evaluate(() => history.replaceState(history.state, '', '/?mf#/set/normalset'))
    await dialog.getByRole('button', { name: developer.save }).click()
    await expect(dialog.getByText(developer.running.replace('{version}', developer.local))).toBeVisible()
    await expect(dialog.getByLabel(REMOTE, { exact: true })).toHaveValue(local.address)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText(OWN)).toBeVisible()
    await expect(bar).toContainText(REMOTE)
    await bar.getByRole('button', { name: developer.reset }).click()
    await expect(heading).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect(seen.violations).toEqual([])
  } finally {
    local.stop()
  }
})
