import { createContext } from 'react'

/** The setting that the address points at (`?at=language`), null for none. */
export const Pointed = createContext<string | null>(null)

/** What of a setting gets the focus: of several choices the one that is made. */
const CHOSEN = 'input:checked, [aria-checked="true"]'
const CONTROL = 'input, select, textarea, button, [role="combobox"]'

/** Scrolls the page of settings alone: `scrollIntoView` would also move the frame around it, whose overflow is hidden. */
function bringIntoView(setting: HTMLElement): void {
  let scroller = setting.parentElement
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  if (!scroller) return
  const above = setting.getBoundingClientRect().top - scroller.getBoundingClientRect().top
  scroller.scrollTop += above - Math.max(0, scroller.clientHeight - setting.offsetHeight) / 2
}

/**
 * Brings a setting into view and gives its control the focus, also when the control comes later or is replaced by one
 * that was still loading. Returns how to stop.
 */
export function pointAt(setting: HTMLElement): () => void {
  const look = () => {
    if (setting.contains(document.activeElement)) return
    const control = setting.querySelector<HTMLElement>(CHOSEN) ?? setting.querySelector<HTMLElement>(CONTROL)
    control?.focus({ preventScroll: true })
  }
  bringIntoView(setting)
  look()
  const replaced = new MutationObserver(look)
  replaced.observe(setting, { childList: true, subtree: true })
  return () => replaced.disconnect()
}
