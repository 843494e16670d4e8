import { DEFAULT_PAGE_SIZE, DEFAULT_TIME_ZONE, type GeneralSettings, type IndexSettings } from '@yanshu/contracts'
import { rememberedLook } from '../storage/look.ts'

/** The general settings until the server has said them: the look this device remembers, the rest as §9 has it. */
export const defaultGeneral = (): GeneralSettings => ({
  ...rememberedLook(),
  layout: 3,
  mailCount: DEFAULT_PAGE_SIZE,
  timeZone: DEFAULT_TIME_ZONE,
  timeFormat: 24,
  showMailSize: false,
  showMailList: true,
  showMailPageNumber: false,
  saveContact: true,
  notify: true,
})

/** Every switch off until the server has said otherwise: a feature appears, it never disappears under the hand. */
export const defaultSettings = (): IndexSettings => ({
  calendarEnable: false,
  mailArchiveEnable: false,
  mailMoveEnable: true,
  mailApproval: false,
  approvalCount: 0,
  netdiskEnable: false,
  previewEnable: true,
  smimeEnable: false,
  secretModeEnable: false,
  autoForwardEnable: false,
  islandPersonnel: false,
  enableGray: false,
  clientSwitch: false,
  mailClient: false,
  displayOrg: false,
  displayEmail: true,
  adminMailgroupFlag: false,
  authMailgroupFlag: false,
  mailSourceMarkEnable: false,
  strangerMarkEnable: false,
  deletMailRecoverFlag: false,
  privateEnable: 1,
  passwordComplexLevel: 1,
  validTime: 0,
  systemCopyright: '',
  logoutLink: '',
  showLogout: true,
  watermark: '',
  festivalAskWord: '',
  festivalSkin: '',
  controlFileTypes: [],
  islockscreen: false,
  locktime: 0,
  general: defaultGeneral(),
})
