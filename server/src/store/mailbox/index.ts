/** What the floors above use of the mailbox. All of it is scoped by account and runs in the caller's transaction. */
export { readAddresses } from '../database/storedAddresses.ts'
export { type AddedMail, addMail, factsOf, type MessageFacts, type NewMail, storedFacts } from './addMail.ts'
export { announceChanges } from './announceChanges.ts'
export {
  closedBy,
  closedFolders,
  guardedFolders,
  guardedMails,
  openFolder,
  requireFilesOpen,
  requireOpen,
} from './closedFolders.ts'
export { countAlone } from './countAlone.ts'
export { countersOf } from './counters.ts'
export { labelMails } from './labelMails.ts'
export { listItems, readPriority, shownPeople, shownPerson } from './listItems.ts'
export { foldersOf, type ListQuery, type MailboxQuery } from './lists.ts'
export { lockMailboxes } from './lock.ts'
export { type Marks, markMails } from './markMails.ts'
export { holdMessage, holdMessageOf } from './messageHolders.ts'
export { type MovedMail, moveMails } from './moveMails.ts'
export { type Mailbox, openMailbox } from './openMailbox.ts'
export { filesOfMails } from './readMail.ts'
export { type RemovedMail, removeMails } from './removeMails.ts'
export { folderOfRole, isListed, isShownOutside, ownFolder, SYSTEM_FOLDERS, UNLISTED_ROLES } from './roles.ts'
export { endWaiting, isCopyKept } from './sendTimes.ts'
