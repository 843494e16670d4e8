import type { GeneralSettings } from './http/settings.ts'
import { DEFAULT_PAGE_SIZE, DEFAULT_TIME_ZONE } from './limits.ts'

/** The general settings of somebody who has chosen nothing: on the server, and on a page until the server has answered. */
export const GENERAL_DEFAULTS: GeneralSettings = {
  language: 'zh',
  layout: 3,
  fontSize: 1,
  skin: 'skin_0',
  colorMode: 'system',
  mailCount: DEFAULT_PAGE_SIZE,
  markReadDelay: 1,
  timeZone: DEFAULT_TIME_ZONE,
  timeFormat: 24,
  showMailSize: false,
  showMailList: true,
  showMailPageNumber: true,
  previewLines: 1,
  saveContact: true,
  suggestFollowUp: true,
  tableSize: DEFAULT_PAGE_SIZE,
  singleKeys: true,
  notify: true,
  sound: false,
  remoteImages: 'ask',
  undoSeconds: 10,
  wordSize: 14,
  lineSpacing: 'normal',
  signPosition: 'above',
  letterPaper: '',
  requestReceipt: false,
  receiptAnswer: 'ask',
  letterLanguage: 'same',
}
