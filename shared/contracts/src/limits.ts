/**
 * The product's fixed numbers (§9), by name. Times are milliseconds, sizes are bytes, lengths are characters
 * (Unicode code points) unless the name states another unit. Client and server read them from here; nothing is typed twice.
 */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const KIB = 1_024
const MIB = 1_024 * KIB
const GIB = 1_024 * MIB

// How the client talks to the server
export const HTTP_TIMEOUT_MS = 300_000
export const LOADING_MASK_HIDE_DELAY_MS = 300
export const ERROR_TOAST_MS = 5 * SECOND
export const NOTIFICATION_PAGE_SIZE = 10
export const NOTIFICATION_SUBJECT_LENGTH = 100

/** A window that has missed so many changes or more reads everything again instead of receiving them. */
export const CATCH_UP_CHANGES = 500
/** With every answer of a call that needs a login: the account's newest change when the call came in. */
export const CHANGE_HEADER = 'x-change-seq'
/** What the answer of `mail/email/export` has: mails, mails that are left out, and about how many bytes. */
export const EXPORT_HEADERS = {
  mails: 'x-export-mails',
  leftOut: 'x-export-left-out',
  bytes: 'x-export-bytes',
} as const
/** The open event that the push socket sends when another deployment manifest is served. */
export const DEPLOYMENTS_CHANGED = 'deployments.changed'

// Screen lock
export const IDLE_CHECK_INTERVAL_MS = MINUTE
export const MIN_IDLE_BEFORE_LOCK_MS = 10 * MINUTE
export const LOCK_GRACE_MS = 5 * SECOND
export const DEFAULT_LOCK_TIMEOUT_MS = 600_000
export const LOCK_PASSWORD_MIN = 4
export const LOCK_PASSWORD_MAX = 20
/** The longest time that may be chosen before the screen locks, in minutes: a day. */
export const LOCK_MINUTES_MAX = 1_440

// Layout
export const MOBILE_BELOW_WIDTH_PX = 500
export const TAB_WIDTH_PX = 160
export const SIDEBAR_WIDTH_PX = 210
export const DIALOG_MIN_WIDTH_PX = 400
export const DIALOG_MIN_HEIGHT_PX = 300
export const DRAG_START_DELAY_MS = 700
export const DRAG_HINT_REMOVAL_MS = 800

// Lists
export const DEFAULT_PAGE_SIZE = 15
/** Seconds that a mail is open before it counts as read; the last one means never. */
export const MARK_READ_DELAYS = [0, 1, 3, -1] as const
export const PAGE_SIZES = [15, 20, 30, 50, 100] as const
/** The most rows one list call returns, whatever it asks for. */
export const MAX_LIST_ROWS = 200
/** Columns of the first words of a mail, of which a Chinese character needs two: as many as are kept. */
export const PREVIEW_COLUMNS_MAX = 320
/** The most mails one action may name in a single call. */
export const MAX_MAILS_PER_ACTION = 10_000

/** How long mails that were deleted for good can be restored with `deletMailRecoverFlag`, in milliseconds: 30 days. */
export const MAIL_RECOVERY_MS = 30 * 86_400_000
/** Such mails of one page, and that one call restores. */
export const RESTORED_PAGE = 100

// Search
/** Characters that a search of mail needs: a single Chinese character is a word. */
export const SEARCH_KEYWORD_MIN = 1
/** Hits of a search that are counted by folder, sender, time and kind of file: the newest ones. */
export const FACET_MAILS_MAX = 2_000
/** Values of one facet that are named, those with the most mails, and moments by which hits are counted. */
export const FACET_VALUES_MAX = 8
/** Names of files that a row of a search has at most, of those in whose text its words stand. */
export const FOUND_IN_MAX = 3

// Home
/** Characters of a mail address (RFC 5321 §4.5.3.1.3, without the angle brackets). */
export const ADDRESS_MAX = 254
/** How many people the home page names. */
export const HOME_PEOPLE_SHOWN = 10
/** Starred mails, and drafts, that the home page names. */
export const HOME_MAILS_SHOWN = 5
/**
 * Unread mails, newest first, that are read to find their senders. With a hundred thousand unread mails the answer needs
 * no more time, and recent senders are what matters.
 */
export const HOME_UNREAD_LOOKED_AT = 1_000
/** Other mails of a conversation that are named beside one of it, the newest. */
export const THREAD_SHOWN = 100
/** Mails of a list that is marked as a whole which one answer names. */
export const MARKED_PAGE = 5_000
/** Senders of a folder that are listed. */
export const FOLDER_SENDERS_SHOWN = 500
/** Newest mails of a mailbox that are examined to find its subscriptions, and subscriptions that are shown. */
export const SUBSCRIPTION_MAILS_LOOKED_AT = 20_000
export const SUBSCRIPTIONS_SHOWN = 200
/** Mails that are examined to find those of one sender. */
export const SENDER_MAILS_LOOKED_AT = 200_000
/** Mails of a conversation that are counted. */
export const THREAD_COUNTED = 500

// Names
/** Reading one of §5: the quick dialog of the sidebar. */
export const FOLDER_NAME_MAX_QUICK = 10
/** Reading two of §5: folder management, and what the server stores. */
export const FOLDER_NAME_MIN = 1
export const FOLDER_NAME_MAX = 30
/** How deep folders lie in each other; one at the top counts. Their path stays below what IMAP servers take (RFC 3501). */
export const FOLDER_DEPTH_MAX = 5
/** Characters of the password of a folder. */
export const FOLDER_PASSWORD_MIN = 4
export const FOLDER_PASSWORD_MAX = 20
export const CALENDAR_NAME_MAX = 15

// Writing
export const SUBJECT_MAX = 100
export const ATTACHMENTS_MAX = 40
export const ATTACHMENT_SIZE_MAX = 2 * GIB
export const UPLOAD_SIZE_MAX = 50 * MIB
/** A file that is longer than this is uploaded in parts of this size, the last of which may be shorter. */
export const UPLOAD_PART_SIZE = 8 * MIB
/** Uploads that one mailbox may have begun and not finished. */
export const UNFINISHED_UPLOADS_MAX = 100
/** An upload of which no part came in for so long is ended. */
export const UNFINISHED_UPLOAD_MS = 3 * DAY
export const IMAGE_SIZE_MAX = 2 * MIB
export const LARGE_ATTACHMENT_VALID_MS = 15 * DAY
export const RECIPIENTS_MAX = 500
/** Bytes of all the mails together that a letter becomes which goes to each recipient separately. */
export const SEPARATE_SIZE_MAX = 2 * GIB
/** HTML of one written mail, in bytes. Inline pictures are uploaded, never part of it. */
export const BODY_SIZE_MAX = 5 * MIB
/** Options of one letter, and the characters of one of them as JSON. */
export const LETTER_OPTIONS_MAX = 32
export const LETTER_OPTION_SIZE_MAX = 8_192
/** UTF-8 of the HTML, and of the text, that is shown of one mail, in bytes. The mail itself stays whole. */
export const BODY_SHOWN_MAX = 2 * MIB
/** How long the server holds a sent mail so that it can be taken back. */
export const UNDO_SEND_MS = 10 * SECOND
/** What a person may choose for it instead, in seconds. */
export const UNDO_SEND_SECONDS = [5, 10, 20, 30] as const
/** How far ahead the sending time of a letter may lie. */
export const SEND_AHEAD_MAX_MS = 366 * DAY
/** Of so many recipients the working hours are shown when a sending time is chosen. */
export const SEND_TIME_PEOPLE_MAX = 50
/** Sizes of the text of a new letter, in CSS pixels. */
export const WORD_SIZES = [12, 14, 16, 18] as const
export const DRAFT_AUTOSAVE_DELAY_MS = 2 * SECOND
/** Versions that are kept of a draft, for how long, and their letters together, in bytes. The newest is kept whatever its size. */
export const DRAFT_VERSIONS_MAX = 20
export const DRAFT_VERSION_KEPT_MS = 30 * DAY
export const DRAFT_VERSIONS_SIZE_MAX = 10 * MIB
/** While one writes on, a version is kept each time that so much has passed since the last. */
export const DRAFT_VERSION_STEP_MS = 5 * MINUTE
/** Files up to this size stay for as long as a version names them. */
export const DRAFT_VERSION_FILE_MAX = 20 * MIB
/** A window in which a draft is open reports it this often, and counts as closed after so long without it. */
export const DRAFT_WINDOW_EVERY_MS = 45 * SECOND
export const DRAFT_WINDOW_SEEN_MS = 2 * MINUTE
/** Windows of one draft that are remembered. */
export const DRAFT_WINDOWS_MAX = 20

// Hostile mail: what is deeper or more than this is flattened, and keeps its text
/** Elements inside each other in the HTML of one mail. A thread of fifty answers with nested tables stays below. */
export const MAX_HTML_DEPTH = 256
/** Elements of one mail. A table of ten columns and nine thousand rows stays below. */
export const MAX_HTML_ELEMENTS = 100_000
/** Brackets of any kind inside each other in one style sheet or style attribute. */
export const MAX_CSS_DEPTH = 16

// Mail authorisation and sharing
export const READ_PASSWORD_MAX = 15
export const READ_COUNT_MIN = 1
export const READ_COUNT_MAX = 10
export const VALID_DAYS_MIN = 1
export const VALID_DAYS_MAX = 30
/** An opened letter may be read for so long; opening it again in the same login meanwhile is the same reading. */
export const READING_SITTING_MS = 30 * MINUTE
export const SHARE_VALIDITY_DAYS = [1, 7, 30] as const
export const SHARE_COUNT_MAX = 100
/** Of a link by which others hand files in: its files, its bytes, and the characters of its name and of who hands one in. */
export const UPLOAD_REQUEST_FILES_MAX = 100
export const UPLOAD_REQUEST_SIZE_MAX = 50 * GIB
export const UPLOAD_REQUEST_NAME_MAX = 50
export const EXTRACT_CODE_MIN = 4
export const EXTRACT_CODE_MAX = 8

// Accounts
/** A password is longer than this (§5, Login). */
export const PASSWORD_LONGER_THAN = 6
/** Characters of a password by level (§5, Password policy hints). */
export const PASSWORD_LENGTHS = { 1: { min: 6, max: 20 }, 2: { min: 8, max: 20 }, 3: { min: 10, max: 20 } } as const
export const CLIENT_CODE_PER_DAY = 3
export const PASSWORD_PROMPT_SNOOZE_DAYS = 7
/** Seconds until another code may be sent to the same phone or address. */
export const CODE_RESEND_S = 60
/** How often a code that was sent may be entered. */
export const CODE_TRIES = 5
/** How long a code that was sent counts. */
export const CODE_LIFE_MS = 5 * MINUTE
/** How long a user may take to use a passkey. */
export const PASSKEY_LIFE_MS = 5 * MINUTE
/** How many passkeys an account may have, and how long the name of one may be. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** How many keys for signed and encrypted mail a person may have, those of before included. */
export const KEYS_MAX = 50
/** How many certificates one of them may have: each renewal adds one. */
export const CERTIFICATES_OF_KEY_MAX = 10
/** How many certificates of others a person may keep. */
export const KNOWN_CERTIFICATES_MAX = 1_000
/** Of how many certificates it is asked at once whether they count: each may make the server ask an authority. */
export const CERTIFICATES_CHECKED_MAX = 4
/** Of how many addresses the certificates are asked for at once. */
export const KEYS_ASKED_MAX = 200
/** Recipients in Bcc of an encrypted letter: each gets a message of their own. */
export const BLIND_COPIES_MAX = 20
/** Wrong tries at the PIN of keys before the next has to wait. */
export const KEY_PIN_TRIES = 5
/** How long what the server has handed out for one try at it counts. */
export const KEY_PIN_TRY_MS = 5 * MINUTE
export const KEY_PIN_MIN = 6
export const KEY_PIN_MAX = 64
/** How long a page keeps keys open after the PIN was entered. */
export const KEYS_OPEN_MS = 15 * MINUTE
/** How long a puzzle or the characters of a picture may take. */
export const CHALLENGE_LIFE_MS = 5 * MINUTE
/** How long a QR code on a login page counts. */
export const QR_LIFE_MS = 2 * MINUTE
export const FESTIVAL_SKIN_SEEN_DAYS = 30
export const LOG_DAYS = 30

// Rules, automatic answers, forwarding
/** Rules of one account, and their conditions, and addresses one forwards to. */
export const RULES_MAX = 1_000
export const RULE_NAME_MAX = 40
export const RULE_CONDITIONS_MAX = 20
export const RULE_VALUE_MAX = 200
export const RULE_FORWARDS_MAX = 10
export const RULE_REASON_MAX = 100
/** Characters of a mail's text that rules search. */
export const RULE_BODY_LENGTH = 50_000
/** Days back that a rule is tried on before it is saved, and the newest mails of them that are tested. */
export const RULE_PREVIEW_DAYS = 30
export const RULE_PREVIEW_MAX = 5_000
/** Mails of a preview that are listed. */
export const RULE_PREVIEW_SHOWN = 50
/** Blocked and allowed senders of one account. */
export const LISTED_SENDERS_MAX = 1_000
/** A sender is answered automatically once in so long. */
export const AUTO_REPLY_EVERY_MS = 7 * DAY
export const AUTO_REPLY_LENGTH = 20_000
export const FORWARD_ADDRESSES_MAX = 10
export const FORWARD_CODE_VALID_MS = 30 * MINUTE
export const FORWARD_CODE_TRIES = 5
/** Signatures and templates of one account. */
export const SIGNATURES_MAX = 20
export const SIGNATURE_LENGTH = 50_000
export const TEMPLATES_MAX = 200
export const TEMPLATE_NAME_MAX = 40
/** Letter papers of one account, and of the organisation. */
export const PAPERS_MAX = 20
export const PAPER_NAME_MAX = 20

// Contacts
/** Name, nickname, organization, duties. */
export const CONTACT_TEXT_MAX = 100
export const CONTACT_NOTE_MAX = 2_000
export const CONTACT_EMAILS_MAX = 10
export const CONTACT_PHONES_MAX = 10
export const CONTACT_ADDRESSES_MAX = 5
/** One of them, in characters. */
export const CONTACT_PHONE_MAX = 40
export const CONTACT_ADDRESS_MAX = 500
export const CONTACT_GROUP_NAME_MAX = 30
/** Groups inside each other. */
export const CONTACT_GROUP_DEPTH_MAX = 8
export const CONTACTS_PER_ACTION_MAX = 1_000
/** Contacts of one account. */
export const CONTACTS_MAX = 50_000
/** How long a deleted contact can be brought back, and an import or a merge undone. */
export const CONTACT_KEPT_MS = 30 * DAY
/** Bytes of a file of contacts, and contacts that are read of it. */
export const CONTACT_FILE_SIZE_MAX = 10 * 1_048_576
export const CONTACT_FILE_ROWS_MAX = 50_000
/** Problems of an import that are kept and shown. */
export const CONTACT_PROBLEMS_SHOWN = 100
/** Contacts that can be made one at once. */
export const CONTACTS_MERGED_MAX = 20

// Announcements and feedback
export const ANNOUNCEMENT_TITLE_MAX = 100
export const ANNOUNCEMENT_TEXT_MAX = 5_000
/** Announcements that a list shows, the newest. */
export const ANNOUNCEMENTS_SHOWN = 50
/** Unread announcements that the home page names. */
export const HOME_ANNOUNCEMENTS_SHOWN = 3
export const FEEDBACK_TEXT_MAX = 2_000
/** Files of one feedback, each below `UPLOAD_SIZE_MAX`. */
export const FEEDBACK_FILES_MAX = 5
/** Feedback that one account may send within an hour. */
export const FEEDBACK_PER_HOUR = 10

// Personal settings
export const DEFAULT_TIME_ZONE = 8
export const TIME_ZONE_MIN = -12
export const TIME_ZONE_MAX = 12
/** The most that the clock of a named zone is ahead of GMT, in hours. */
export const ZONE_AHEAD_MAX = 14
export const FONT_SIZES = [1, 2, 3] as const
export const SKINS = [
  'skin_0',
  'skin_1',
  'skin_2',
  'skin_3',
  'skin_4',
  'skin_5',
  'skin_6',
  'skin_7',
  'skin_8',
  'festival',
] as const

// Assistant
export const AI_QUESTIONS_SUGGESTED = 4
export const AI_RISK_BODY_MAX = 5_000
export const AI_LOCKOUT_RELEASE_MS = 30 * SECOND
export const AI_CHAT_SCROLL_DELAY_MS = 100
/** What drafting offers (§3, AI options). */
export const AI_REQUEST_TYPES = ['WORK', 'VACATION', 'MEETING'] as const
export const AI_LENGTHS = ['SHORT', 'MEDIUM', 'LONG'] as const
export const AI_TONES = ['FORMAL', 'FRIENDLY', 'PROFESSIONAL'] as const
/** A stream message with this content ends an answer; no other message has it. */
export const AI_FINISHED = '[DONE]'
export const AI_QUESTION_MAX = 500
export const AI_GIST_MAX = 1_000
/** Characters of a mail that are taken along with a request. */
export const AI_CONTENT_MAX = 200_000
/** Requests of one account in a minute. */
export const AI_REQUESTS_PER_MINUTE = 20
/** How long a request may be taken to the socket. */
export const AI_TICKET_MS = 5 * MINUTE
/** Rows of what left the organisation that are shown to their user. */
export const AI_HISTORY_SHOWN = 100
/** Answers of an account that are kept, and for how long. */
export const AI_ANSWERS_KEPT = 300
export const AI_ANSWERS_KEPT_MS = 180 * DAY
/** Answers in one page of the history. */
export const AI_ANSWERS_LISTED = 30
export const AI_FEEDBACK_MAX = 500
export const RISK_GRADES = ['none', 'low', 'medium', 'high'] as const
/** The grades at which a mail is marked. */
export const RISK_GRADES_MARKED: readonly (typeof RISK_GRADES)[number][] = ['medium', 'high']

/** Looking at the security of one's account again within this time is the same visit. */
export const SECURITY_VISIT_MS = 30 * 60_000

/** How many lines of a mail's text a list may show. */
export const PREVIEW_LINES = [1, 2, 3] as const

/** How many things that happened on a page it sends at once, and how many times a minute the pages of one account may. */
export const BEACON_FACTS_MAX = 50
export const BEACONS_PER_MINUTE = 20

/** Bytes of the picture of a person (§9, image upload). */
export const CUSTOM_PICTURE_MAX = 2 * 1_024 * 1_024

/** How long a password that was entered counts where a recent one is asked for. */
export const RECENT_PASSWORD_MS = 10 * 60_000

/** Levels of a rule of approval, and what one of its lists may name. */
export const APPROVAL_LEVELS_MAX = 5
export const APPROVAL_LIST_MAX = 100
/** Characters of the name of a rule, and of a comment on a decision. */
export const APPROVAL_NAME_MAX = 50
export const APPROVAL_COMMENT_MAX = 500
/** How long a decision of the desk can be taken back before it is sent. */
export const APPROVAL_UNDO_MS = 10_000

/** Follow-ups that wait or are due in one mailbox, and how many of those that have ended are kept. */
export const FOLLOW_UPS_MAX = 500
/** Mails that one call follows up. */
export const FOLLOW_UP_MAILS_MAX = 100
/** Characters of a note of a follow-up. */
export const FOLLOW_UP_NOTE_MAX = 200
/** Working days in which a follow-up may be asked for, and how far ahead a moment may lie. */
export const FOLLOW_UP_WORKDAYS_MAX = 60
export const FOLLOW_UP_AHEAD_MAX_MS = 366 * 86_400_000
/** Characters of the name of a time zone. */
export const ZONE_NAME_MAX = 64

// Migration (mailmig)
/** Folders of another server that one migration brings. */
export const MIGRATION_FOLDERS_MAX = 2_000
/** Files of mail that are brought by one migration. */
export const MIGRATION_FILES_MAX = 20
/** Days in which what a migration has brought can be deleted again, and after which a paused one ends with its password. */
export const MIGRATION_UNDO_DAYS = 30
export const MIGRATION_PAUSED_DAYS = 30
/** Characters of a table of people whose mailboxes are brought, and different servers that it may name. */
export const MIGRATION_TABLE_MAX = 1_000_000
export const MIGRATION_HOSTS_MAX = 20
/** Characters of a password or an access token for another server. */
export const MIGRATION_SECRET_MAX = 8_000
/** Migrations that are kept of one mailbox. */
export const MIGRATIONS_MAX = 20

// Document center
/** Bytes of the name of a file or folder in UTF-8, as file systems take them. */
export const DOCUMENT_NAME_BYTES = 255
/** Folders inside of each other. */
export const DOCUMENT_DEPTH_MAX = 20
/** What one folder holds, and what one person has, the recycle bin included. */
export const DOCUMENTS_IN_FOLDER_MAX = 10_000
export const DOCUMENTS_MAX = 100_000
/** What one call may name, and what one call copies with all that lies inside. */
export const DOCUMENTS_AT_ONCE = 500
export const DOCUMENT_COPIES_AT_ONCE = 2_000
/** Files in one download. */
export const DOCUMENTS_IN_ZIP = 20_000
/** Versions that are kept of a file, the newest included. */
export const DOCUMENT_VERSIONS_MAX = 30
export const DOCUMENT_BIN_DAYS = 30
/** People, groups and departments with whom one file or folder is shared. */
export const DOCUMENT_GRANTS_MAX = 200
/** Rows of a page. */
export const DOCUMENTS_PAGE_MAX = 200
/** Rows of a list that goes over all folders, such as that of a search. */
export const DOCUMENTS_ACROSS_MAX = 1_000
/** Megabytes that may be set as what a person may keep: a petabyte. */
export const DOCUMENT_QUOTA_MAX_MB = 1_073_741_824
/** Files of the list of the largest ones. */
export const LARGEST_DOCUMENTS = 100
/** From which part of the capacity on a person is warned, and warned more clearly. */
export const DOCUMENT_SPACE_WARNINGS = [0.8, 0.95] as const
