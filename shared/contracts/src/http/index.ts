import type { z } from 'zod'
import { accountCalls } from './accounts.ts'
import { announcementCalls } from './announcements.ts'
import { approvalCalls } from './approval.ts'
import { archiveCalls } from './archives.ts'
import { assistantCalls } from './assistant.ts'
import { autoReplyCalls } from './autoReply.ts'
import { calendarCalls } from './calendar.ts'
import { taskCalls } from './calendarTasks.ts'
import { challengeCalls } from './challenges.ts'
import { composeCalls } from './compose.ts'
import { consoleCalls } from './console.ts'
import { contactFileCalls } from './contactFiles.ts'
import { contactCalls } from './contacts.ts'
import { conversationCalls } from './conversations.ts'
import { deploymentCalls } from './deployments.ts'
import { documentAdministrationCalls } from './documentAdministration.ts'
import { documentGrantCalls } from './documentGrants.ts'
import { documentShareCalls } from './documentShares.ts'
import { documentCalls } from './documents.ts'
import { draftVersionCalls } from './draftVersions.ts'
import { externalLinkCalls } from './externalLinks.ts'
import { feedbackCalls } from './feedback.ts'
import { fileCalls } from './files.ts'
import { folderCalls } from './folders.ts'
import { followUpCalls } from './followUp.ts'
import { draftHandCalls } from './handedDrafts.ts'
import { homeCalls } from './home.ts'
import { keyCalls } from './keys.ts'
import { lockScreenCalls } from './lockScreen.ts'
import { loginCalls } from './login.ts'
import { mailCalls } from './mail.ts'
import { mailClassifyCalls } from './mailClassify.ts'
import { mailGroupCalls } from './mailGroups.ts'
import { mailImportCalls } from './mailImport.ts'
import { migrationCalls } from './migration.ts'
import { misuseCalls } from './misuse.ts'
import { offlineCalls } from './offline.ts'
import { outsideLetterCalls } from './outsideLetters.ts'
import { paperCalls } from './papers.ts'
import { passkeyCalls } from './passkeys.ts'
import { passwordCalls } from './passwords.ts'
import { qrLoginCalls } from './qrLogin.ts'
import { receiptCalls } from './receipts.ts'
import { recipientMarkCalls } from './recipientMarks.ts'
import { remoteSettingsCalls } from './remoteSettings.ts'
import { restrictedLetterCalls } from './restrictedLetters.ts'
import { screenerCalls } from './screener.ts'
import { searchCalls } from './search.ts'
import { secondFactorCalls } from './secondFactor.ts'
import { securityCalls } from './security.ts'
import { selfCheckCalls } from './selfCheck.ts'
import { sentMailCalls } from './sentMail.ts'
import { settingsCalls } from './settings.ts'
import { settingsFileCalls } from './settingsFile.ts'
import { signatureCalls } from './signatures.ts'
import { subscriptionCalls } from './subscriptions.ts'
import { teamworkCalls } from './teamwork.ts'
import { telemetryCalls } from './telemetry.ts'
import { unansweredCalls } from './unanswered.ts'
import { uploadRequestCalls } from './uploadRequests.ts'
import { userCalls } from './user.ts'
import { webPushCalls } from './webPush.ts'

/** Every HTTP call of the product, in the order of the documentation. */
export const httpCalls = [
  ...loginCalls,
  ...challengeCalls,
  ...passwordCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...keyCalls,
  ...qrLoginCalls,
  ...externalLinkCalls,
  ...userCalls,
  ...accountCalls,
  ...lockScreenCalls,
  ...settingsCalls,
  ...settingsFileCalls,
  ...remoteSettingsCalls,
  ...selfCheckCalls,
  ...webPushCalls,
  ...autoReplyCalls,
  ...mailClassifyCalls,
  ...receiptCalls,
  ...restrictedLetterCalls,
  ...outsideLetterCalls,
  ...signatureCalls,
  ...paperCalls,
  ...securityCalls,
  ...folderCalls,
  ...mailCalls,
  ...conversationCalls,
  ...searchCalls,
  ...offlineCalls,
  ...subscriptionCalls,
  ...teamworkCalls,
  ...misuseCalls,
  ...homeCalls,
  ...screenerCalls,
  ...unansweredCalls,
  ...composeCalls,
  ...draftHandCalls,
  ...draftVersionCalls,
  ...recipientMarkCalls,
  ...sentMailCalls,
  ...approvalCalls,
  ...followUpCalls,
  ...fileCalls,
  ...documentCalls,
  ...documentGrantCalls,
  ...documentShareCalls,
  ...uploadRequestCalls,
  ...documentAdministrationCalls,
  ...contactCalls,
  ...contactFileCalls,
  ...calendarCalls,
  ...taskCalls,
  ...mailGroupCalls,
  ...deploymentCalls,
  ...telemetryCalls,
  ...announcementCalls,
  ...feedbackCalls,
  ...consoleCalls,
  ...mailImportCalls,
  ...migrationCalls,
  ...archiveCalls,
  ...assistantCalls,
] as const

type Calls = (typeof httpCalls)[number]
type CallOf<M extends 'GET' | 'POST', P extends string> = Extract<Calls, { method: M; path: P }>

/** The paths that `http.get` and `http.post` take. */
export type GetPath = Extract<Calls, { method: 'GET' }>['path']
export type PostPath = Extract<Calls, { method: 'POST' }>['path']

/** Query of a GET, body of a POST and data of either, as a caller writes and reads them. */
export type GetQuery<P extends GetPath> = z.input<CallOf<'GET', P>['query']>
export type GetData<P extends GetPath> = z.output<CallOf<'GET', P>['data']>
export type PostBody<P extends PostPath> = z.input<CallOf<'POST', P>['body']>
export type PostData<P extends PostPath> = z.output<CallOf<'POST', P>['data']>

export * from './accounts.ts'
export * from './announcements.ts'
export * from './approval.ts'
export * from './approvalShapes.ts'
export * from './archives.ts'
export * from './assistant.ts'
export * from './autoReply.ts'
export * from './calendar.ts'
export * from './calendarShapes.ts'
export * from './calendarTasks.ts'
export * from './challenges.ts'
export * from './compose.ts'
export * from './contactFiles.ts'
export * from './contacts.ts'
export * from './conversations.ts'
export type { AnyCall, CallSwitch, CallSwitchName, Envelope } from './define.ts'
export { envelope } from './define.ts'
export * from './deployments.ts'
export * from './documentAdministration.ts'
export * from './documentGrants.ts'
export * from './documentShares.ts'
export * from './documents.ts'
export * from './draftVersions.ts'
export * from './externalLinks.ts'
export type { FileLink, FileLinkState } from './files.ts'
export * from './folders.ts'
export * from './followUp.ts'
export * from './handedDrafts.ts'
export * from './home.ts'
export * from './keys.ts'
export * from './letter.ts'
export * from './lockScreen.ts'
export * from './login.ts'
export * from './loginFields.ts'
export * from './mail.ts'
export * from './mailClassify.ts'
export * from './mailGroups.ts'
export * from './migration.ts'
export * from './migrationShapes.ts'
export * from './misuse.ts'
export {
  type Asked,
  type AskedInput,
  type NamedThings,
  namesOf,
  partsOf,
  type SchemaPart,
  type Thing,
  thingOf,
} from './names.ts'
export * from './offline.ts'
export * from './papers.ts'
export * from './passkeys.ts'
export * from './passwords.ts'
export * from './previews.ts'
export * from './qrLogin.ts'
export * from './receipts.ts'
export * from './recipientMarks.ts'
export * from './remoteSettings.ts'
export * from './restrictedLetters.ts'
export * from './screener.ts'
export * from './search.ts'
export * from './secondFactor.ts'
export * from './security.ts'
export * from './securityChangeKind.ts'
export * from './selfCheck.ts'
export * from './sentMail.ts'
export * from './settings.ts'
export * from './settingsFile.ts'
export * from './signatures.ts'
export * from './subscriptions.ts'
export * from './switchValues.ts'
export * from './taskShapes.ts'
export * from './teamwork.ts'
export * from './telemetry.ts'
export * from './unanswered.ts'
export * from './uploadRequests.ts'
export * from './user.ts'
export * from './webPush.ts'
