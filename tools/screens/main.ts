/**
 * `npm run screens`: builds the client, starts the server with the demonstration organisation and takes the pictures
 * that `screens.ts` names into `.yanshu/screens`, with a page that shows all of them at once. Words behind the command
 * choose: `npm run screens -- inbox dark` makes those whose names contain both.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { startServer } from '../bench/serverProcess.ts'
import { ensureChromium } from '../chromium.ts'
import { contactSheet } from './contactSheet.ts'
import { SCREENS, type Screen, sizeOf } from './screens.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OUT = path.join(ROOT, '.yanshu/screens')
/** Whose mailbox is shown; the password is that of all accounts of the demonstration. */
const USER = 'li.na'
const PASSWORD = 'Wild-Goose-7'
/** No wait for a screen is longer. */
const WITHIN_MS = 15_000

/** The settings that a picture asks for, and for the rest those of a new account. */
async function apply(url: string, settings: Screen['settings']): Promise<void> {
  const post = async (call: string, body: object, token = '') => {
    const response = await fetch(`${url}/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { data: { accessToken: string } | null }
  }
  const { data } = await post('mail/apilogin/userLogin', { account: `${USER}@yanshu.test`, password: PASSWORD })
  if (!data) throw new Error('The demonstration organisation cannot be logged in to.')
  const plain = { layout: 3, fontSize: 1, skin: 'skin_0' }
  await post('mail/main/generalConfig/save', { ...plain, ...settings }, data.accessToken)
}

/** Waits until no request is open and nothing on the screen is loading. */
async function stands(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(
    () => ![...document.querySelectorAll('[aria-busy=true]')].some((one) => one.getClientRects().length > 0),
  )
}

async function take(browser: Browser, url: string, screen: Screen): Promise<void> {
  await apply(url, screen.settings)
  const phone = screen.size === 'phone'
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizeOf(screen),
    colorScheme: screen.settings.colorMode === 'dark' ? 'dark' : 'light',
    locale: screen.settings.language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    hasTouch: phone,
    isMobile: phone,
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(WITHIN_MS)
    await page.goto(screen.path === null ? '/' : `/#${screen.path}`)
    await page.locator('[name=username]').waitFor()
    if (screen.path !== null) {
      await page.locator('[name=username]').fill(USER)
      await page.locator('[name=password]').fill(PASSWORD)
      await page.locator('[name=password]').press('Enter')
      await page.locator('#main').waitFor()
      await page.waitForFunction(
        (lang) => document.documentElement.lang.startsWith(lang),
        String(screen.settings.language),
      )
    }
    await stands(page)
    if (screen.steps) {
      await screen.steps(page)
      await stands(page)
    }
    await page.screenshot({ path: path.join(OUT, `${screen.name}.png`), animations: 'disabled' })
  } finally {
    await context.close()
  }
}

async function main(): Promise<void> {
  const words = process.argv.slice(2)
  const wanted = SCREENS.filter(({ name }) => words.every((word) => name.includes(word)))
  if (wanted.length === 0)
    throw new Error(`No screen is called so. There are: ${SCREENS.map((s) => s.name).join(', ')}.`)
  const built = spawnSync(process.execPath, ['tools/build.ts'], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (built.status !== 0) throw new Error('The client could not be built.')
  mkdirSync(OUT, { recursive: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-screens-'))
  const server = await startServer(folder, [], { YANSHU_DEMO: '1' })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  const failed: string[] = []
  try {
    for (const screen of wanted) {
      process.stdout.write(`  ${screen.name} … `)
      try {
        await take(browser, server.url, screen)
        console.log('taken')
      } catch (error) {
        failed.push(screen.name)
        console.log(error instanceof Error ? error.message.split('\n')[0] : String(error))
      }
    }
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(path.join(OUT, 'index.html'), contactSheet(SCREENS))
  console.log(`Look at ${path.relative(ROOT, path.join(OUT, 'index.html'))}`)
  if (failed.length > 0) throw new Error(`Could not be taken: ${failed.join(', ')}.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
