/**
 * The codes of the envelope by their names, taken together as `Code`. Constants of their own, so that a client has those
 * alone that it decides by; `as const`, or a list of them would be one of any numbers.
 */

export const ok = 200 as const
export const badRequest = 400_001 as const
export const captchaWrong = 400_002 as const
export const nameTaken = 400_003 as const
export const folderNotEmptyable = 400_004 as const
export const recipientsRefused = 400_005 as const
export const fileEmpty = 400_006 as const
export const fileTypeBlocked = 400_007 as const
export const attachmentMissing = 400_008 as const
export const contactFileRefused = 400_009 as const
/** What came in is not what was announced: another length or another SHA-256. */
export const uploadDamaged = 400_061 as const
/** A file would go as a link with a letter that has conditions of reading. */
export const linkRestricted = 400_062 as const
/** A letter has an option that would not be acted on. */
export const letterOptionRefused = 400_011 as const
/** The sending time of a letter is over, or too far away. */
export const sendTimeRefused = 400_012 as const
/** The reading password of a letter is missing, though it is to have one. */
export const readPasswordMissing = 400_013 as const
/** The reading password of a letter is not right. */
export const readPasswordWrong = 400_015 as const
/** A letter cannot go to each recipient separately as it is. */
export const separatelyRefused = 400_016 as const
/** A letter cannot be signed or encrypted as it is, or has no protected part. */
export const protectionRefused = 400_017 as const
/** The letter that it corrects is gone, or an option does not go with a correction. */
export const correctionRefused = 400_018 as const
export const passwordRefused = 400_101 as const
export const codeWrong = 400_102 as const
export const codeOver = 400_103 as const
export const oldPasswordWrong = 400_104 as const
export const passkeyRefused = 400_105 as const
export const passkeyOver = 400_106 as const
export const tooManyPasskeys = 400_107 as const
export const passkeyNotOffered = 400_108 as const
export const ssoRefused = 400_109 as const
export const fileIsNoMail = 400_010 as const
export const forwardToSelf = 400_020 as const
export const tooManyRules = 400_021 as const
export const forwardToNobody = 400_022 as const
export const forwardNotOutside = 400_023 as const
export const forwardUnconfirmed = 400_024 as const
export const eventRuleRefused = 400_201 as const
export const calendarFileRefused = 400_202 as const
export const deploymentRefused = 400_301 as const
/** The other server of a migration: not public, not there, refuses the login, or has a certificate of an unknown authority. */
export const migrationNotAllowed = 400_401 as const
export const migrationUnreachable = 400_402 as const
export const migrationLogin = 400_403 as const
export const migrationCertificate = 400_404 as const
export const migrationRange = 400_405 as const
export const migrationPassword = 400_406 as const
export const migrationThrottled = 400_407 as const
export const migrationTable = 400_408 as const
export const approvalCommentMissing = 400_040 as const
export const approverNotFound = 400_041 as const
export const followUpRefused = 400_042 as const
/** A name that a file or folder of the document center cannot have. */
export const documentNameRefused = 400_501 as const
/** A folder would lie inside of itself. */
export const documentInItself = 400_502 as const
export const documentTooDeep = 400_503 as const
/** More than a folder, a person or one call may have. */
export const documentTooMany = 400_504 as const
/** The PIN of the keys for encrypted mail. */
export const keyPinWrong = 400_601 as const
/** A key with a request or certificate that is none, or of another key. */
export const keyRefused = 400_602 as const
export const tooManyKeys = 400_603 as const
export const lockPasswordWrong = 400_014 as const
export const folderPasswordWrong = 400_030 as const
export const folderInItself = 400_031 as const
export const folderTooDeep = 400_032 as const
export const subscriptionRefused = 400_203 as const
export const calendarFull = 400_204 as const
/** A calendar has the event already, under the same UID. */
export const eventThere = 400_205 as const
export const tokenExpired = 401_001 as const
export const tokenInvalid = 401_002 as const
export const credentialsWrong = 401_003 as const
export const screenLocked = 401_014 as const
export const loginStepOver = 401_101 as const
export const forbidden = 403_001 as const
export const forwardSwitchedOff = 403_020 as const
/** Mails that were deleted for good cannot be restored: `deletMailRecoverFlag` is off. */
export const recoveryOff = 403_021 as const
export const folderClosed = 403_030 as const
/** The sender of a letter has restricted what may be done with it. */
export const letterRestricted = 403_040 as const
/** A restricted letter can be read no more, or by another person alone. */
export const letterOver = 403_041 as const
export const shareCodeWrong = 403_501 as const
/** A link to files that was ended, whose time is over, or that was opened as often as it may. */
export const shareOver = 403_502 as const
/** A link to hand files in that was ended, or whose time is over. */
export const uploadRequestOver = 403_503 as const
/** It accepts no more files, or not as many bytes. */
export const uploadRequestFull = 403_504 as const
/** The rule of the organisation about sharing files. */
export const sharingRefused = 403_505 as const
export const ssoUnknown = 403_101 as const
/** `isChangePassword` is 1: nothing but the change is answered. */
export const passwordDue = 403_102 as const
/** The call is for the owner of the mailbox, or an administrator. */
export const ownerOnly = 403_103 as const
/** The password has to be entered (`user/password/confirm`), then the call may be repeated. */
export const recentPassword = 403_104 as const
/** A short message is the second step of the account too, and nothing else is there that could stand beside the phone. */
export const phoneAlone = 403_105 as const
/** A further address that a person chooses has to contain their name. */
export const aliasForm = 403_106 as const
export const eventNotYours = 403_201 as const
export const notFound = 404_001 as const
export const mailNotFound = 404_002 as const
export const folderNotFound = 404_003 as const
export const labelNotFound = 404_004 as const
export const fileNotFound = 404_005 as const
/** It was finished, cancelled or has waited for too long; another begins. */
export const uploadNotFound = 404_061 as const
export const importNotFound = 404_010 as const
export const smsNotOffered = 404_101 as const
export const qrCodeOver = 404_102 as const
export const linkNotOffered = 404_103 as const
export const ssoNotOffered = 404_104 as const
export const ruleNotFound = 404_020 as const
export const calendarNotFound = 404_201 as const
export const eventNotFound = 404_202 as const
export const documentNotFound = 404_501 as const
export const taskNotFound = 404_203 as const
export const alreadyDelivered = 409_001 as const
export const draftSuperseded = 409_002 as const
/** Another author has the draft now, or it cannot be handed to one. */
export const draftHandRefused = 409_005 as const
/** It was decided, withdrawn or has expired. */
export const approvalClosed = 409_003 as const
/** The bytes are others than those that the decision names. */
export const approvalChanged = 409_004 as const
/** Parts are missing; `file/upload/begin` of the same content names them. */
export const uploadUnfinished = 409_061 as const
export const uploadsTooMany = 409_062 as const
export const contactChanged = 409_010 as const
/** As many exports as one account may have at a time are going on. */
export const exportsRunning = 409_012 as const
/** Another member of the public mailbox has answered the mail; `answerAgain` sends all the same. */
export const answeredAlready = 409_013 as const
export const importRunning = 409_011 as const
export const eventChanged = 409_201 as const
export const taskChanged = 409_202 as const
/** A file or folder of this name is there. */
export const documentNameTaken = 409_501 as const
/** A PIN was set, changed or forgotten elsewhere, or a key was added. */
export const keysChanged = 409_601 as const
/** A mail has other bytes than those that were read. */
export const mailChanged = 409_602 as const
/** Whether the organisation keeps copies of keys is not as the page has shown it. */
export const escrowChanged = 409_603 as const
export const migrationRunning = 409_401 as const
export const migrationState = 409_402 as const
export const tooLarge = 413_001 as const
/** A program of its owner edits the file, or one that lies in the folder. */
export const documentLocked = 423_501 as const
export const tooManyRequests = 429_001 as const
/** A challenge (`verify/code`) has to be solved before the next try. */
export const challengeNeeded = 429_002 as const
export const serverError = 500_001 as const
export const fileDamaged = 500_002 as const
export const upstreamFailed = 502_001 as const
export const busy = 503_001 as const
export const searchTooLong = 503_002 as const
export const storeSilent = 503_003 as const
export const storageFull = 507_001 as const
export const documentsFull = 507_501 as const
