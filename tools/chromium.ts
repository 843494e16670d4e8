import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where a Chromium is on this machine: CHROMIUM_PATH, the PATH, the usual places; null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : null
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES]
  return candidates.find((file) => existsSync(file)) ?? null
}

/**
 * Finds a Chromium for the browser tests, or installs Debian's when that is possible without asking.
 * Throws a sentence that says what to do otherwise.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH}: there is no such file.`)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('  No Chromium found: installing the package “chromium” …')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const parameters of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
    ]) {
      spawnSync('apt-get', parameters, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    }
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none was found. Install one (Debian and Ubuntu: ' +
      'sudo apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH to its program, and run npm test again.',
  )
}
