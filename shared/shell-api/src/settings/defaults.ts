import { GENERAL_DEFAULTS, type GeneralSettings, type IndexSettings, SWITCH_DEFAULTS } from '@yanshu/contracts'
import { rememberedLook } from '../storage/look.ts'

/** The general settings until the server has answered: the look that is stored on this device, defaults for the rest. */
export const defaultGeneral = (): GeneralSettings => ({ ...GENERAL_DEFAULTS, ...rememberedLook() })

/**
 * The defaults until the server has answered, with all optional features off: a feature may appear while one works, it
 * must not disappear.
 */
export const defaultSettings = (): IndexSettings => ({
  ...SWITCH_DEFAULTS,
  displayOrg: false,
  releasesEnable: false,
  mailSourceMarkEnable: false,
  strangerMarkEnable: false,
  controlFileTypes: [],
  lockedSettings: [],
  unreadAnnouncements: 0,
  consoleLink: false,
  externalLinks: [],
  roles: [],
  general: defaultGeneral(),
})
