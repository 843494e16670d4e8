import { LOADING_MASK_HIDE_DELAY_MS } from '@yanshu/contracts'
import { storeOf, useStore } from '../storeOf.ts'

const shown = storeOf(() => false)
let running = 0
let hiding: ReturnType<typeof setTimeout> | null = null

/** Counts a call that shows the loading indication. Returns how to say that it is done. */
export function beginLoading(): () => void {
  running += 1
  if (hiding !== null) clearTimeout(hiding)
  hiding = null
  shown.set(true)
  let done = false
  return () => {
    if (done) return
    done = true
    running -= 1
    if (running > 0) return
    hiding = setTimeout(() => {
      hiding = null
      shown.set(false)
    }, LOADING_MASK_HIDE_DELAY_MS)
  }
}

export const isLoading = (): boolean => shown.get()

/** True while calls with `loading` run and for 300 ms after the last (§7). */
export const useLoading = (): boolean => useStore(shown)
