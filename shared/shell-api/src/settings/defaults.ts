import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_TIME_ZONE,
  type GeneralSettings,
  type IndexSettings,
  SWITCH_DEFAULTS,
} from '@yanshu/contracts'
import { rememberedLook } from '../storage/look.ts'

/** The general settings until the server has said them: the look this device remembers, the rest as §9 has it. */
export const defaultGeneral = (): GeneralSettings => ({
  ...rememberedLook(),
  layout: 3,
  mailCount: DEFAULT_PAGE_SIZE,
  markReadDelay: 1,
  timeZone: DEFAULT_TIME_ZONE,
  timeFormat: 24,
  showMailSize: false,
  showMailList: true,
  showMailPageNumber: false,
  saveContact: true,
  notify: true,
})

/**
 * The defaults until the server has said otherwise, without what would have to disappear again where it is switched off: a
 * feature appears, it never disappears under the hand.
 */
export const defaultSettings = (): IndexSettings => ({
  ...SWITCH_DEFAULTS,
  displayOrg: false,
  mailSourceMarkEnable: false,
  strangerMarkEnable: false,
  controlFileTypes: [],
  general: defaultGeneral(),
})
