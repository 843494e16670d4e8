import type { IconName } from '@yanshu/ui'

/** A page of the settings; the side navigation lists them in this order. */
export interface SettingsPage {
  /** The part of the address after `/set/` (§2). */
  readonly id: 'normalset' | 'foldermanagement'
  readonly icon: IconName
}

export const PAGES: readonly SettingsPage[] = [
  { id: 'normalset', icon: 'settings' },
  { id: 'foldermanagement', icon: 'folder' },
]

/** Where `/set` leads. */
export const FIRST_PAGE = '/set/normalset'

export const pageOf = (id: string | undefined): SettingsPage | undefined => PAGES.find((page) => page.id === id)
