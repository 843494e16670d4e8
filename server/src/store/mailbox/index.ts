/** What the floors above use of the mailbox. All of it is scoped by account and runs in the caller's transaction. */
export { readAddresses } from '../database/storedAddresses.ts'
export { type AddedMail, addMail, factsOf, type MessageFacts, type NewMail, storedFacts } from './addMail.ts'
export { announceChanges } from './announceChanges.ts'
export {
  closedBy,
  closedFolders,
  folderOfMail,
  guardedFolders,
  guardedMails,
  isMailOutsideGuarded,
  openFolder,
  requireFilesOpen,
  requireOpen,
} from './closedFolders.ts'
export { countAlone } from './countAlone.ts'
export { countersOf } from './counters.ts'
export { draftInFolder, freeSortKey, messageToAdopt, refuseMailOfOther, requireMailOpen } from './draftMails.ts'
export type { ChosenMail, MailToExport } from './exportMails.ts'
export { labelMails } from './labelMails.ts'
export { labelNamed } from './labelNamed.ts'
export {
  burnLetter,
  countReading,
  endReading,
  fileOfOpenLetter,
  keepPolicy,
  type LetterPolicy,
  type NewPolicy,
  noteHead,
  noteReaders,
  openingOf,
  policyOfLetter,
  readLetter,
} from './letterPolicies.ts'
export { listItems, readPriority, shownPeople, shownPerson } from './listItems.ts'
export { foldersOf, type ListQuery, type MailboxQuery } from './lists.ts'
export { lockMailboxes } from './lock.ts'
export { type Marks, markMails } from './markMails.ts'
export { holdMessage, holdMessageOf } from './messageHolders.ts'
export { type MovedMail, moveMails } from './moveMails.ts'
export { isMuted } from './mutedThreads.ts'
export { type Mailbox, openMailbox } from './openMailbox.ts'
export {
  countOutsideReading,
  endOutsideLinks,
  forgetOutsideReaders,
  type NewOutsideReader,
  type OutsideReader,
  outsideOpening,
  outsideReaderOf,
  outsideReadersOf,
} from './outsideReaders.ts'
export { filesOfMail, filesOfMails, shownFile } from './readMail.ts'
export { type RemovedMail, removeMails } from './removeMails.ts'
export { replaceMessage } from './replaceMessage.ts'
export { restrictedFiles } from './restrictedFiles.ts'
export {
  LetterRestrictedError,
  lastMomentOf,
  type Restrictions,
  requireUnrestricted,
  restrictionsOf,
  whyNotOpened,
  whyNotOpenedOutside,
} from './restrictions.ts'
export { folderOfRole, isListed, isShownOutside, ownFolder, SYSTEM_FOLDERS, UNLISTED_ROLES } from './roles.ts'
export { mailsStillIn, marksOfMails, sendersOfMails } from './ruleMails.ts'
export type { Sought } from './searchMails.ts'
export { endWaiting, isCopyKept, selectScheduled } from './sendTimes.ts'
