import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const PAGE = readFileSync(path.join(ROOT, 'docs/walks.md'), 'utf8')
/** A line of a walk: how far to the right, the file, the function. */
const LINE = /^(?<indent> *)(?<file>\S+\.ts) +(?<name>\w+) {2,}\S/

interface Step {
  readonly indent: number
  readonly file: string
  readonly name: string
}

const sourceOf = (file: string): string => readFileSync(path.join(ROOT, 'server/src', file), 'utf8')

/** The steps of each walk, apart where one waits for another moment. */
function walks(): Step[][] {
  const found: Step[][] = []
  for (const [, block = ''] of PAGE.matchAll(/^```\n(.*?)^```/gms)) {
    found.push([])
    for (const line of block.trimEnd().split('\n')) {
      if (line === 'later') {
        found.push([])
        continue
      }
      const groups = LINE.exec(line)?.groups
      if (!groups?.file || !groups.name) throw new Error(`not a step: ${line}`)
      found.at(-1)?.push({ indent: groups.indent?.length ?? 0, file: groups.file, name: groups.name })
    }
  }
  return found
}

/** Steps whose file does not have the function, and steps that are not called by the file of the step above. */
function problemsOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ indent, file, name }, at) => {
    if (!existsSync(path.join(ROOT, 'server/src', file))) return [`${file} does not exist`]
    const defined = new RegExp(`(?:function|const) ${name}\\b|^\\s+(?:async )?${name}[:(]|'/?[\\w/]*${name}'`, 'm')
    const problems = defined.test(sourceOf(file)) ? [] : [`${file} has no ${name}`]
    const above = steps.slice(0, at).findLast((step) => step.indent < indent)
    const calls = new RegExp(`\\b${name}\\b`)
    if (above && !calls.test(sourceOf(above.file))) problems.push(`${above.file} does not call ${name}`)
    return problems
  })
}

test('given the walks of the page, then each function is where the page says, and is called by the one above it', () => {
  const all = walks()
  expect(all.length).toBeGreaterThanOrEqual(8)
  expect(all.flatMap(problemsOf)).toEqual([])
})

test('given a walk with another function, a file that is gone, or a call that is not made, then each is named', () => {
  const wrong: Step[] = [
    { indent: 0, file: 'mailflow/smtp/smtpServer.ts', name: 'startSmtp' },
    { indent: 2, file: 'mailflow/smtp/gone.ts', name: 'gone' },
    { indent: 2, file: 'mailflow/outgoing/relayMail.ts', name: 'relayMail' },
    { indent: 2, file: 'mailflow/smtp/receiveMessage.ts', name: 'admitRecipient' },
  ]
  expect(problemsOf(wrong)).toEqual([
    'mailflow/smtp/gone.ts does not exist',
    'mailflow/smtp/smtpServer.ts does not call relayMail',
    'mailflow/smtp/receiveMessage.ts has no admitRecipient',
  ])
})
