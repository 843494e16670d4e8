import { GENERAL_DEFAULTS, type GeneralSettings, type IndexSettings, SWITCH_DEFAULTS } from '@yanshu/contracts'
import { rememberedLook } from '../storage/look.ts'

/** The general settings until the server has said them: the look this device remembers, the rest as for everybody. */
export const defaultGeneral = (): GeneralSettings => ({ ...GENERAL_DEFAULTS, ...rememberedLook() })

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
