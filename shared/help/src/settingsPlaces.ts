/**
 * Where the settings stand that a topic is about: a page, or a page and a setting by their names in addresses. The first
 * one is where a topic leads. A test holds this against the declarations of all remotes: no page and no setting is
 * without a topic.
 */
export const SETTINGS_PLACES: Readonly<Record<string, readonly string[]>> = {
  general: ['normalset'],
  language: ['normalset/language'],
  layout: ['normalset/layout'],
  'font-size': ['normalset/fontSize'],
  skin: [
    'skinpeeling',
    'normalset/skin',
    'normalset/colorMode',
    'skinpeeling/skins',
    'skinpeeling/skinMode',
    'skinpeeling/skinKeep',
  ],
  'page-size': ['normalset/mailCount', 'normalset/showMailPageNumber'],
  'table-rows': ['normalset/tableSize'],
  'read-delay': ['normalset/markReadDelay'],
  images: ['normalset/remoteImages'],
  conversations: ['normalset/conversations'],
  'list-preview': ['normalset/showMailList', 'normalset/previewLines'],
  'mail-size': ['normalset/showMailSize'],
  'time-zone': ['normalset/timeZone', 'normalset/timeFormat'],
  'undo-send': ['normalset/undoSeconds'],
  'letter-font': ['normalset/wordSize', 'normalset/lineSpacing'],
  'signature-place': ['normalset/signPosition'],
  'letter-language': ['normalset/letterLanguage'],
  receipt: ['normalset/requestReceipt'],
  'receipt-answer': ['normalset/receiptAnswer'],
  'save-contact': ['normalset/saveContact'],
  'follow-up': ['normalset/suggestFollowUp'],
  notifications: ['normalset/notify'],
  'web-push': ['normalset/webPush'],
  sound: ['normalset/sound'],
  'manage-folders': ['foldermanagement', 'foldermanagement/ownFolders'],
  'folder-order': ['foldermanagement/ownFolders'],
  'folder-password': ['foldermanagement/ownFolders'],
  'system-folders': ['foldermanagement/systemFolders'],
  'manage-labels': ['foldermanagement/labels'],
  rules: ['mailclassification', 'mailclassification/rules'],
  'rule-run': ['mailclassification'],
  'blocked-senders': ['mailclassification/blocked'],
  'allowed-senders': ['mailclassification/allowed'],
  'auto-reply': ['autoreply', 'autoreply/autoReply'],
  'auto-reply-log': ['autoreply/replyLog'],
  'auto-forward': ['forward', 'forward/autoForward'],
  signature: ['signature'],
  templates: ['templates'],
  papers: ['papers'],
  account: ['account'],
  'account-changes': ['account/changes'],
  profile: ['account/profile'],
  picture: ['account/profile'],
  phone: ['account/profile'],
  aliases: ['account/aliases'],
  password: ['account/password'],
  'second-step': ['account/secondStep'],
  'recovery-codes': ['account/secondStep'],
  'recovery-email': ['account/recoveryEmail'],
  passkeys: ['account/passkeys'],
  'screen-lock': ['account/screenLock'],
  'lock-forgotten': ['account/screenLock'],
  'login-log': ['account/loginLog'],
  'mail-log': ['account/mailLog'],
  'client-codes': ['client', 'client/clientCodes'],
  devices: ['client/devices'],
  smime: ['smime'],
  'self-check': ['selfChecking', 'selfChecking/selfCheck'],
  'settings-transfer': ['transfer', 'transfer/settingsExport', 'transfer/settingsImport'],
  archive: ['archive', 'archive/takeAll'],
  'export-data': ['export'],
  'calendar-settings': ['calendar'],
}

/** The address of the setting that a topic is about; null for a topic that is about none. */
export function settingPathOf(topicId: string): string | null {
  const place = Object.hasOwn(SETTINGS_PLACES, topicId) ? SETTINGS_PLACES[topicId]?.[0] : undefined
  if (place === undefined) return null
  const [page, setting] = place.split('/')
  return setting === undefined ? `/set/${page}` : `/set/${page}?at=${setting}`
}
