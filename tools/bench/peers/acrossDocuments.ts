import type { Locator } from 'playwright-core'
import type { MailPage } from '../mailPage.ts'

/**
 * {@link MailPage.time} for an act that loads another document, as a login of Roundcube and SOGo does: the same two
 * moments, the click or key as the page gets it and the frame that shows the result, over the change of documents.
 * Leaves the time in the page in `mailPage.felt` and answers the one from outside.
 */
export async function timeAcross<A>(
  mailPage: MailPage,
  act: () => Promise<unknown>,
  seen: (argument: A) => unknown,
  argument: A,
): Promise<number> {
  const { page } = mailPage
  const turn = String(performance.now())
  const watch = `(() => {
    if (window.top !== window || !/^https?:/.test(location.href)) return
    const kept = sessionStorage
    if (${JSON.stringify(turn)} !== (kept.getItem('turn') ?? '')) return
    Object.assign(window, { shownAcross: NaN })
    const note = (event) => kept.setItem('actedAt', String(performance.timeOrigin + event.timeStamp))
    for (const kind of ['click', 'keydown', 'submit']) addEventListener(kind, note, { capture: true })
    const look = () => {
      if (kept.getItem('turn') !== ${JSON.stringify(turn)}) return
      const acted = Number(kept.getItem('actedAt'))
      if (!acted || !document.body || !(${seen})(${JSON.stringify(argument)})) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => { window.shownAcross = performance.timeOrigin + performance.now() }
      port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })()`
  await page.addInitScript(watch)
  await page.evaluate((value) => {
    sessionStorage.setItem('turn', value)
    sessionStorage.removeItem('actedAt')
  }, turn)
  await page.evaluate(watch)
  mailPage.orderedAt = performance.now()
  await act()
  const found = await page.waitForFunction(
    () => {
      const { shownAcross } = window as { shownAcross?: number }
      return shownAcross ? { shown: shownAcross, acted: Number(sessionStorage.getItem('actedAt')) } : false
    },
    null,
    { polling: 'raf' },
  )
  const outside = performance.now() - mailPage.orderedAt
  const { shown, acted } = (await found.jsonValue()) as { shown: number; acted: number }
  mailPage.shownAt = shown
  mailPage.felt = shown - acted
  return outside
}

/** The same for a click of the mouse. */
export async function timeClickAcross<A>(
  mailPage: MailPage,
  target: Locator,
  seen: (argument: A) => unknown,
  argument: A,
): Promise<number> {
  const { x, y } = await mailPage.placeOf(target)
  return timeAcross(mailPage, () => mailPage.page.mouse.click(x, y), seen, argument)
}
