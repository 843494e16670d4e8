import type { FontSize } from '../tokens/measures.ts'
import type { SkinId } from '../tokens/skinNames.ts'

export type ThemeMode = 'light' | 'dark' | 'system'

export interface Theme {
  readonly skin: SkinId
  readonly mode: ThemeMode
  readonly fontSize: FontSize
  /** Days of mourning and the server's gray-scale switch: the whole page without colour. */
  readonly gray?: boolean | undefined
}

const DARK = '(prefers-color-scheme: dark)'
let unfollow: (() => void) | undefined

/**
 * Sets a theme on `<html>` (`data-skin`, `data-mode`, `data-font`, `data-gray`); the tokens do the rest.
 * `system` follows the device until the next call. Safe to call as often as a setting changes.
 */
export function applyTheme({ skin, mode, fontSize, gray }: Theme): void {
  const { dataset } = document.documentElement
  printLight()
  dataset.skin = skin
  dataset.font = String(fontSize)
  if (gray) dataset.gray = ''
  else delete dataset.gray
  unfollow?.()
  unfollow = undefined
  if (mode !== 'system') {
    dataset.mode = mode
    return
  }
  const query = matchMedia(DARK)
  const follow = () => {
    dataset.mode = query.matches ? 'dark' : 'light'
  }
  follow()
  query.addEventListener('change', follow)
  unfollow = () => query.removeEventListener('change', follow)
}

let printsLight = false

/** Paper is white: while a page is printed, it is light. */
function printLight(): void {
  if (printsLight) return
  printsLight = true
  const { dataset } = document.documentElement
  let onScreen = dataset.mode
  addEventListener('beforeprint', () => {
    onScreen = dataset.mode
    dataset.mode = 'light'
  })
  addEventListener('afterprint', () => {
    dataset.mode = onScreen
  })
}
