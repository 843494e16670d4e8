import type { Switches } from './http/settings.ts'

/**
 * What each switch says until an operator sets it, for the organisation, a department or one person. Areas that are not
 * there yet are off; a client hides what belongs to them (§6).
 */
export const SWITCH_DEFAULTS: Switches = {
  calendarEnable: true,
  assistantEnable: true,
  mailArchiveEnable: false,
  mailMoveEnable: false,
  mailApproval: false,
  approvalCount: 0,
  netdiskEnable: false,
  previewEnable: true,
  smimeEnable: false,
  secretModeEnable: false,
  autoForwardEnable: true,
  islandPersonnel: false,
  enableGray: false,
  clientSwitch: true,
  mailClient: true,
  displayOrg: true,
  displayEmail: true,
  adminMailgroupFlag: false,
  authMailgroupFlag: false,
  mailSourceMarkEnable: true,
  strangerMarkEnable: true,
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
  islockscreen: true,
  locktime: 10,
  currentSkin: '',
  mailApprovalDownload: false,
  emojiEnable: false,
}
