import { spawn } from 'node:child_process'
import path from 'node:path'
import { WITHOUT_BARE } from './bareMachine.ts'

/**
 * What needs nothing of the organisation: mail, mailboxes and programs beside other servers, and the machines on which root
 * follows the page. Each is done by a process of its own, because a program that is waited for holds the event loop.
 */
export const PART_NAMES = ['other-servers', 'bare-machines'] as const
export type PartName = (typeof PART_NAMES)[number]

export interface Part {
  readonly name: PartName
  /** The folder of the run that goes on beside it. */
  readonly beside: string
  /** Where in it the installation and its packages are. */
  readonly made: string
}

const PART = '--part='
const BESIDE = '--beside='
const MADE = '--made='
const PASSED_ON = [WITHOUT_BARE]
const isGiven = (word: string) => process.argv.includes(word)

/** Which part the words of a command ask for; null for the whole run. */
export function partIn(words: readonly string[]): Part | null {
  const valueAfter = (option: string) => words.find((word) => word.startsWith(option))?.slice(option.length)
  const name = PART_NAMES.find((one) => one === valueAfter(PART))
  return name ? { name, beside: valueAfter(BESIDE) ?? '', made: valueAfter(MADE) ?? '' } : null
}

/**
 * Starts a part beside this process. Resolves with whether all of it was done, once it has ended: it never rejects, so that
 * the run may ask later.
 */
export function startPart(part: Part): { readonly name: PartName; readonly ended: Promise<boolean> } {
  const { name, beside, made } = part
  const main = path.join(import.meta.dirname, 'main.ts')
  const words = [main, `${PART}${name}`, `${BESIDE}${beside}`, `${MADE}${made}`, ...PASSED_ON.filter(isGiven)]
  // Free ports are looked for in a range of its own.
  const env = { ...process.env, TEST_PARALLEL_INDEX: String(PART_NAMES.indexOf(name) + 1) }
  const child = spawn(process.execPath, words, { stdio: 'inherit', env })
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
  return { name, ended }
}
