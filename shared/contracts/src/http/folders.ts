import { z } from 'zod'
import { Code } from '../codes.ts'
import { FOLDER_NAME_MAX, FOLDER_PASSWORD_MAX, FOLDER_PASSWORD_MIN } from '../limits.ts'
import { folderNameProblem, lengthOf } from '../rules/names.ts'
import { enteredPassword, get, ok, post } from './define.ts'
import { shortCode, ticket } from './loginFields.ts'
import { idOf, queryIdOf } from './names.ts'

export const folderRole = z.enum(['inbox', 'sent', 'drafts', 'trash', 'spam', 'custom'])
export type FolderRole = z.infer<typeof folderRole>
/** Each account has one folder of each of these. */
export const systemRole = folderRole.exclude(['custom'])

export const folder = z.object({
  folderId: idOf('folder'),
  /** System folders carry their Chinese names (收件箱 …), by which other systems know them; the client shows by role. */
  folderName: z.string(),
  /** The folder that it lies in; none at the top. */
  parentId: idOf('folder').optional(),
  role: folderRole,
  /** Mails in all, and unread. */
  mail: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  /** Bytes. */
  spaceSize: z.number().int().nonnegative(),
  /** Whether the folder has a password of its own. */
  pwd: z.boolean(),
  /**
   * Whether this session has entered the passwords that guard it, its own and those of the folders that it lies in; while
   * it has not, the numbers are 0. Only of folders that are guarded.
   */
  opened: z.boolean().optional(),
  /** First mails of unknown senders wait in it (`mail/screener/list`). Left out of all others, and by older servers. */
  screens: z.literal(true).optional(),
  /** 0 shown, 1 hidden. */
  state: z.number().int(),
})
export type Folder = z.infer<typeof folder>

export const label = z.object({
  labelId: idOf('label'),
  labelName: z.string(),
  /** One of the label colours of the interface, 0 to 9. */
  color: z.number().int().min(0).max(9),
  mail: z.number().int().nonnegative(),
  unread: z.number().int().nonnegative(),
  spaceSize: z.number().int().nonnegative(),
  /** 0 enabled. */
  state: z.number().int(),
})
export type Label = z.infer<typeof label>

export const folderLists = z.object({
  folderList: z.array(folder),
  customList: z.array(folder),
  labelList: z.array(label),
  /** Folders of other mailboxes that were shared out to this one. */
  folderOutList: z.array(folder),
})
export type FolderLists = z.infer<typeof folderLists>

/** Counters alone, as they also travel on the socket. */
export const counters = z.object({
  folders: z.array(folder.pick({ folderId: true, mail: true, unread: true })),
  labels: z.array(label.pick({ labelId: true, mail: true, unread: true })),
})
export type Counters = z.infer<typeof counters>

const name = z
  .string()
  .transform((text) => text.trim())
  // Whether emojis are allowed depends on the account, and is asked there.
  .refine((text) => folderNameProblem(text, 'full', true) === null, { message: `1-${FOLDER_NAME_MAX} characters` })

const password = z
  .string()
  .refine((text) => lengthOf(text) >= FOLDER_PASSWORD_MIN && lengthOf(text) <= FOLDER_PASSWORD_MAX, {
    message: `${FOLDER_PASSWORD_MIN}-${FOLDER_PASSWORD_MAX} characters`,
  })
/** A password that a user enters: any text is accepted, it is only compared. */
const entered = enteredPassword.or(z.literal(''))
/** Folders or labels that are put in order at once. */
const SORTED_MAX = 1_000
const passwordErrors = [Code.folderNotFound, Code.folderPasswordWrong, Code.tooManyRequests, Code.busy] as const

/** A folder's password, as it stands for the session. */
export const folderPassword = z.object({ exists: z.boolean(), opened: z.boolean() })
export type FolderPassword = z.infer<typeof folderPassword>

export const folderCalls = [
  get('mail/main/folder/existPwd', {
    title: 'Whether a folder has a password, and this session has entered it',
    query: z.object({ folderId: queryIdOf('folder') }),
    data: folderPassword,
    errors: [Code.folderNotFound],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/setPwd', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Give a custom folder a password; its mails then show up nowhere but in it',
    body: z.object({ folderId: idOf('folder'), password }),
    data: folderPassword,
    errors: [Code.folderNotFound, Code.forbidden, Code.busy],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/validPwd', {
    title: 'Open a folder for this session by its password',
    body: z.object({ folderId: idOf('folder'), password: entered }),
    data: folderPassword,
    errors: passwordErrors,
    whileFolderClosed: true,
  }),
  post('mail/main/folder/closePwd', {
    title: 'Close a folder to this session, which has to enter its password again',
    body: z.object({ folderId: idOf('folder') }),
    data: folderPassword,
    errors: [Code.folderNotFound, Code.forbidden],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/modifyPwd', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Give a folder another password; every other session has to enter it',
    body: z.object({ folderId: idOf('folder'), oldPassword: entered, password }),
    data: folderPassword,
    errors: passwordErrors,
    whileFolderClosed: true,
  }),
  post('mail/main/folder/cancelPwd', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Take the password of a folder away',
    body: z.object({ folderId: idOf('folder'), password: entered }),
    data: folderPassword,
    errors: passwordErrors,
    whileFolderClosed: true,
  }),
  get('mail/main/folder/forgetPwd', {
    title: 'Send a code to the phone of the account, by which a forgotten password is taken away',
    query: z.object({ folderId: queryIdOf('folder') }),
    data: z.object({ token: z.string(), phoneEnd: z.string() }),
    errors: [Code.folderNotFound, Code.smsNotOffered, Code.tooManyRequests],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/forgetPwd', {
    noted: 'nothing',
    ownerOnly: true,
    title: 'Take a forgotten password away by the code',
    body: z.object({ folderId: idOf('folder'), token: ticket, code: shortCode }),
    data: folderPassword,
    errors: [Code.folderNotFound, Code.codeWrong, Code.codeOver],
    whileFolderClosed: true,
  }),
  get('mail/main/folder/list', { title: 'Folders and labels with their counters', data: folderLists }),
  get('mail/main/folder/folderList', {
    title: 'The folders alone, as programs choose one: those of the system, and the own ones with where they lie',
    data: folderLists.pick({ folderList: true, customList: true }),
  }),
  get('mail/email/unread/count', { title: 'Counters of every folder and label', data: counters }),
  post('mail/main/folder/save', {
    title: 'Create a folder, at the top or in a custom folder',
    body: z.object({ folderName: name, parentId: idOf('folder').optional() }),
    data: folder,
    errors: [Code.nameTaken, Code.folderNotFound, Code.forbidden, Code.folderTooDeep],
  }),
  post('mail/main/folder/move', {
    title: 'Put a custom folder with what lies in it into another one, or at the top; `order` as in `folder/sort`',
    body: z.object({
      folderId: idOf('folder'),
      parentId: idOf('folder').nullable(),
      order: z.array(idOf('placed-folder')).max(SORTED_MAX).optional(),
    }),
    data: ok,
    errors: [Code.folderNotFound, Code.forbidden, Code.nameTaken, Code.folderInItself, Code.folderTooDeep],
  }),
  post('mail/main/folder/updateName', {
    title: 'Rename a custom folder',
    body: z.object({ folderId: idOf('folder'), folderName: name }),
    data: folder,
    errors: [Code.folderNotFound, Code.nameTaken, Code.forbidden],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/updateState', {
    title: 'Show or hide a custom folder in the sidebar',
    body: z.object({ folderId: idOf('folder'), state: z.union([z.literal(0), z.literal(1)]) }),
    data: ok,
    errors: [Code.folderNotFound],
    whileFolderClosed: true,
  }),
  post('mail/main/folder/recoverableClear', {
    title: 'Empty a folder: into the recycle bin, or for good when it is the recycle bin or spam',
    body: z.object({ folderId: idOf('folder') }),
    /** `mailIds`: what lies in the recycle bin now, to be taken back by `recoverEmail`; none when there are too many. */
    data: z.object({ count: z.number().int(), mailIds: z.array(idOf('mail')) }),
    errors: [Code.folderNotFound],
  }),
  post('mail/main/folder/sort', {
    title: 'The order of the custom folders: those that are named come first, in this order',
    body: z.object({ order: z.array(idOf('placed-folder')).max(SORTED_MAX) }),
    data: ok,
  }),
  post('mail/main/label/sort', {
    title: 'The order of the labels: those that are named come first, in this order',
    body: z.object({ order: z.array(idOf('label')).max(SORTED_MAX) }),
    data: ok,
  }),
  post('mail/main/folder/delete/password', {
    title: 'Delete a custom folder with those that lie in it; their mails go to the recycle bin',
    body: z.object({ folderId: idOf('folder'), password: entered.optional() }),
    data: ok,
    errors: [Code.folderNotFound, Code.forbidden, Code.folderPasswordWrong, Code.tooManyRequests],
    whileFolderClosed: true,
  }),
  get('mail/main/label/list', { title: 'Labels with their counters', data: z.object({ labelList: z.array(label) }) }),
  post('mail/main/label/save', {
    title: 'Create a label',
    body: z.object({ labelName: name, color: label.shape.color.optional() }),
    data: label,
    errors: [Code.nameTaken],
  }),
  post('mail/main/label/update', {
    title: 'Rename, recolour, enable or disable a label',
    body: z.object({
      labelId: idOf('label'),
      labelName: name.optional(),
      color: label.shape.color.optional(),
      state: z.union([z.literal(0), z.literal(1)]).optional(),
    }),
    data: label,
    errors: [Code.labelNotFound, Code.nameTaken],
  }),
  post('mail/main/label/delete', {
    title: 'Delete a label; the mails stay',
    body: z.object({ labelId: idOf('label') }),
    data: ok,
    errors: [Code.labelNotFound],
  }),
] as const
