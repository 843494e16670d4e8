import { expect, type Page } from '@playwright/test'
import { type Attack, DEEP_ELEMENTS, DEEP_STYLES, MUCH } from './attacks.ts'
import { openStage, test } from './stagedTest.ts'

test.describe.configure({ mode: 'parallel' })

/** The mildest of them held the page for 18 s and more; each takes well under a second on a machine with nothing else to do. */
const UNRESPONSIVE_MS = 10_000

interface Shown {
  /** The longest time, in ms, that nothing else of the page could run. */
  readonly still: number
  readonly text: string
}

/** Runs in the page: shows the first part of a mail as the reading pane does, and watches a clock meanwhile. */
async function show(html: string): Promise<Shown> {
  let still = 0
  let last = performance.now()
  const tick = () => {
    still = Math.max(still, performance.now() - last)
    last = performance.now()
  }
  const clock = setInterval(tick, 20)
  const frame = document.createElement('iframe')
  frame.style.width = '800px'
  document.body.replaceChildren(frame)
  const window = await mailHtml.openParserWindow()
  const mail = mailHtml.renderMailHtml(html, { mode: 'read', allowRemote: false, parts: 1, window })
  await new Promise<void>((done) => {
    mailHtml.mountMail(frame, mail, { lang: 'zh', fontSize: 1, dark: false }, { onHeight: () => done() })
  })
  // Drawn, too.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  clearInterval(clock)
  tick()
  return { still, text: frame.contentDocument?.body.textContent ?? '' }
}

/** One page for all of them: a mail that crashes it fails the test under its own name. */
async function endure(page: Page, attacks: readonly Attack[]): Promise<void> {
  for (const { name, html } of attacks) {
    const shown = await page.evaluate(show, html).catch((error: unknown) => {
      throw new Error(`${name}: the page is gone`, { cause: error })
    })
    expect.soft(shown.text, name).toContain('正文')
    expect.soft(shown.still, name).toBeLessThan(UNRESPONSIVE_MS)
  }
}

const GROUPS = [
  ['style sheets nested without end', DEEP_STYLES],
  ['elements nested without end', DEEP_ELEMENTS],
  ['what grows out of proportion', MUCH],
] as const

for (const [what, attacks] of GROUPS) {
  test(`given ${what}, the page goes on and the mail can be read`, async ({ page, stage }) => {
    await openStage(page, stage)
    await endure(page, attacks)
  })
}
