import { accountRoutes } from './areas/accounts/index.ts'
import type { AddRoutes } from './areas/addRoutes.ts'
import { announcementRoutes } from './areas/announcements/index.ts'
import { approvalRoutes } from './areas/approval/index.ts'
import { assistantRoutes } from './areas/assistant/index.ts'
import { autoReplyRoutes } from './areas/auto-reply/index.ts'
import { calendarRoutes } from './areas/calendar/index.ts'
import { calendarHomes } from './areas/calendar-dav/index.ts'
import { challengeRoutes } from './areas/challenges/index.ts'
import { classificationRoutes } from './areas/classification/index.ts'
import { composeRoutes } from './areas/compose/index.ts'
import { consoleRoutes } from './areas/console/index.ts'
import { contactBooks, contactRoutes } from './areas/contacts/index.ts'
import { davRoutes } from './areas/dav/index.ts'
import { deploymentRoutes } from './areas/deployments/index.ts'
import { documentAdministrationRoutes, documentRoutes, filesDavRoutes } from './areas/documents/index.ts'
import { exportRoutes } from './areas/exports/index.ts'
import { externalLinkRoutes } from './areas/external-links/index.ts'
import { feedbackRoutes } from './areas/feedback/index.ts'
import { fileRoutes } from './areas/files/index.ts'
import { folderRoutes } from './areas/folders/index.ts'
import { followUpRoutes } from './areas/follow-up/index.ts'
import { forwardingRoutes } from './areas/forwarding/index.ts'
import { homeRoutes } from './areas/home/index.ts'
import { keyRoutes } from './areas/keys/index.ts'
import { labelRoutes } from './areas/labels/index.ts'
import { loginRoutes } from './areas/login/index.ts'
import { actionRoutes, listRoutes } from './areas/mail/index.ts'
import { mailGroupRoutes } from './areas/mail-groups/index.ts'
import { mailImportRoutes } from './areas/mail-import/index.ts'
import { manyMigrationRoutes, migrationRoutes } from './areas/migration/index.ts'
import { offlineRoutes } from './areas/offline/index.ts'
import { organisationRoutes } from './areas/organisation/index.ts'
import { paperRoutes } from './areas/papers/index.ts'
import { passkeyRoutes } from './areas/passkeys/index.ts'
import { passwordRoutes } from './areas/passwords/index.ts'
import { pushRoutes } from './areas/push/index.ts'
import { qrLoginRoutes } from './areas/qr-login/index.ts'
import { receiptRoutes } from './areas/receipts/index.ts'
import { recoveryRoutes } from './areas/recovery/index.ts'
import { remoteSettingsRoutes } from './areas/remote-settings/index.ts'
import { restrictedLetterRoutes } from './areas/restricted-letters/index.ts'
import { screenLockRoutes } from './areas/screen-lock/index.ts'
import { searchRoutes } from './areas/search/index.ts'
import { secondFactorRoutes } from './areas/second-factor/index.ts'
import { securityRoutes } from './areas/security/index.ts'
import { selfCheckRoutes } from './areas/self-check/index.ts'
import { settingsRoutes } from './areas/settings/index.ts'
import { settingsFileRoutes } from './areas/settings-file/index.ts'
import { signatureRoutes } from './areas/signatures/index.ts'
import { ssoRoutes } from './areas/sso/index.ts'
import { subscriptionRoutes } from './areas/subscriptions/index.ts'
import { teamworkRoutes } from './areas/teamwork/index.ts'
import { telemetryRoutes } from './areas/telemetry/index.ts'
import { uploadRequestRoutes } from './areas/upload-requests/index.ts'
import { userRoutes } from './areas/user/index.ts'
import { webPushRoutes } from './areas/web-push/index.ts'

/** Every area of the service. A call of the contract that none of them adds is found by a test. */
export const routes: readonly AddRoutes[] = [
  loginRoutes,
  challengeRoutes,
  passwordRoutes,
  recoveryRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  keyRoutes,
  qrLoginRoutes,
  ssoRoutes,
  externalLinkRoutes,
  userRoutes,
  accountRoutes,
  screenLockRoutes,
  settingsRoutes,
  settingsFileRoutes,
  remoteSettingsRoutes,
  selfCheckRoutes,
  webPushRoutes,
  autoReplyRoutes,
  forwardingRoutes,
  classificationRoutes,
  signatureRoutes,
  paperRoutes,
  securityRoutes,
  folderRoutes,
  labelRoutes,
  listRoutes,
  actionRoutes,
  offlineRoutes,
  subscriptionRoutes,
  migrationRoutes,
  manyMigrationRoutes,
  homeRoutes,
  searchRoutes,
  composeRoutes,
  approvalRoutes,
  followUpRoutes,
  receiptRoutes,
  restrictedLetterRoutes,
  teamworkRoutes,
  fileRoutes,
  documentRoutes,
  uploadRequestRoutes,
  documentAdministrationRoutes,
  contactRoutes,
  organisationRoutes,
  calendarRoutes,
  mailGroupRoutes,
  deploymentRoutes,
  telemetryRoutes,
  announcementRoutes,
  feedbackRoutes,
  consoleRoutes,
  mailImportRoutes,
  exportRoutes,
  pushRoutes,
  assistantRoutes,
  davRoutes([contactBooks, calendarHomes]),
  filesDavRoutes,
]
