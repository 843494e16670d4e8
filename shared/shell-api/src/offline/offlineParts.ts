export { answerKept } from './answerKept.ts'
export { keptFile, keptPreview } from './keptFiles.ts'
export { canKeep } from './keptMails.ts'
export { lettersSent, notifyWindows, offlineState, readOffline } from './offlineState.ts'
export { dropLetter, sendAfterAll, takeLetter } from './outbox.ts'
export { dropAction, dropConflict } from './queue.ts'
export {
  bytesOfFiles,
  dropFiles,
  forgetMails,
  keepFiles,
  keepMailsNow,
  keepOffline,
  sendLater,
  sendWaiting,
} from './runOffline.ts'
export { offlineWishes, setOfflineWishes } from './wishes.ts'
