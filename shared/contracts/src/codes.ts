/**
 * The codes of the envelope. The first three digits are the HTTP status that carries the answer, except 401014,
 * which travels on HTTP 400 (§8). A client decides by code and shows the message as it came.
 */
export const Code = {
  ok: 200,
  badRequest: 400_001,
  captchaWrong: 400_002,
  nameTaken: 400_003,
  folderNotEmptyable: 400_004,
  recipientsRefused: 400_005,
  fileEmpty: 400_006,
  fileTypeBlocked: 400_007,
  attachmentMissing: 400_008,
  contactFileRefused: 400_009,
  passwordRefused: 400_101,
  codeWrong: 400_102,
  codeOver: 400_103,
  oldPasswordWrong: 400_104,
  passkeyRefused: 400_105,
  passkeyOver: 400_106,
  tooManyPasskeys: 400_107,
  passkeyNotOffered: 400_108,
  ssoRefused: 400_109,
  fileIsNoMail: 400_010,
  forwardToSelf: 400_020,
  tooManyRules: 400_021,
  forwardToNobody: 400_022,
  forwardNotOutside: 400_023,
  forwardUnconfirmed: 400_024,
  eventRuleRefused: 400_201,
  calendarFileRefused: 400_202,
  deploymentRefused: 400_301,
  lockPasswordWrong: 400_014,
  folderPasswordWrong: 400_030,
  folderInItself: 400_031,
  folderTooDeep: 400_032,
  subscriptionRefused: 400_203,
  tokenExpired: 401_001,
  tokenInvalid: 401_002,
  credentialsWrong: 401_003,
  screenLocked: 401_014,
  loginStepOver: 401_101,
  forbidden: 403_001,
  forwardSwitchedOff: 403_020,
  folderClosed: 403_030,
  ssoUnknown: 403_101,
  /** `isChangePassword` is 1: nothing but the change is answered. */
  passwordDue: 403_102,
  eventNotYours: 403_201,
  notFound: 404_001,
  mailNotFound: 404_002,
  folderNotFound: 404_003,
  labelNotFound: 404_004,
  fileNotFound: 404_005,
  importNotFound: 404_010,
  smsNotOffered: 404_101,
  qrCodeOver: 404_102,
  linkNotOffered: 404_103,
  ssoNotOffered: 404_104,
  ruleNotFound: 404_020,
  calendarNotFound: 404_201,
  eventNotFound: 404_202,
  taskNotFound: 404_203,
  alreadyDelivered: 409_001,
  draftSuperseded: 409_002,
  contactChanged: 409_010,
  importRunning: 409_011,
  eventChanged: 409_201,
  taskChanged: 409_202,
  tooLarge: 413_001,
  tooManyRequests: 429_001,
  /** A challenge (`verify/code`) has to be solved before the next try. */
  challengeNeeded: 429_002,
  serverError: 500_001,
  fileDamaged: 500_002,
  upstreamFailed: 502_001,
  busy: 503_001,
  searchTooLong: 503_002,
  storageFull: 507_001,
} as const

export type Code = (typeof Code)[keyof typeof Code]

/** The HTTP status an answer with this code travels on. */
export function httpStatusOf(code: Code): number {
  if (code === Code.screenLocked) return 400
  return code < 1_000 ? code : Math.floor(code / 1_000)
}

/** The close code of the push socket when its token is missing, wrong or expired. */
export const SOCKET_UNAUTHORIZED = 4_401
/** The close code of the push socket when the screen of its session is locked. */
export const SOCKET_LOCKED = 4_423
