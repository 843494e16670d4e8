import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Chromium without the parts that make a window, as Debian packages it: a page costs less than half of the time. */
const SHELL = 'chromium-headless-shell'

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

/** Where the packages of Debian are out of reach, a run goes on after seconds. */
const NO_LONG_WAIT = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::https::Timeout=15']

/** Where a Chromium is on this machine: CHROMIUM_PATH, the PATH, the usual places; null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  return onPath(NAMES) ?? PLACES.find((file) => existsSync(file)) ?? null
}

/** The same for the browser tests, which take the headless shell where there is one. */
export const findTestBrowser = (): string | null =>
  (process.env.CHROMIUM_PATH ? undefined : onPath([SHELL])) ?? findChromium()

/** Chromium with all its parts: the headless shell shows no notifications. */
export function findWholeChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named && !named.endsWith(SHELL)) return findChromium()
  return onPath(NAMES) ?? PLACES.find((file) => existsSync(file)) ?? findTestBrowser()
}

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Answers whether apt-get did it. */
function aptGet(...parameters: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', ['-qq', ...NO_LONG_WAIT, ...parameters], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return status === 0
}

/**
 * The browser of the browser tests: the headless shell, which is installed where that is possible without asking, else
 * the Chromium that is there. Throws like `ensureChromium`.
 */
export function ensureTestBrowser(): string {
  const chromium = ensureChromium()
  if (process.env.CHROMIUM_PATH || onPath([SHELL]) || !mayInstall()) return findTestBrowser() ?? chromium
  console.log(`  Installing the package “${SHELL}”, which makes the browser tests twice as fast …`)
  const install = () => aptGet('install', '-y', '--no-install-recommends', SHELL)
  if (!install() && aptGet('update')) install()
  return findTestBrowser() ?? chromium
}

/**
 * Finds a Chromium for the browser tests, or installs Debian's when that is possible without asking.
 * Throws a sentence with what to do otherwise.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH}: there is no such file.`)
  if (mayInstall()) {
    console.log('  No Chromium found: installing the package “chromium” …')
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk')
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none was found. Install one (Debian and Ubuntu: ' +
      'sudo apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH to its program, and run npm test again.',
  )
}
