export { contentDisposition } from './contentDisposition.ts'
export { copyUploads } from './copyUploads.ts'
export { sendExactPages } from './exactPages.ts'
export { exactPagesJob } from './exactPagesJob.ts'
export { type FetchPolicy, fetchRemote, PUBLIC_WEB, RemoteFetchError, sendFormRemote } from './fetchRemote.ts'
export { fileRoutes } from './file.routes.ts'
export {
  FileEmptyError,
  FileNotFoundError,
  FileTooLargeError,
  FileTypeBlockedError,
  StorageFullCallError,
  UploadNotFoundError,
  UpstreamFailedError,
} from './fileErrors.ts'
export { pictureType } from './imageType.ts'
export {
  endLinksOf,
  endLinksOfAccount,
  letterLinkEnd,
  linkedAbove,
  linksHtml,
  type NewLink,
  partLinked,
  writeLinks,
} from './letterLinks.ts'
export { linkedFilesIn } from './links.service.ts'
export { linksJob } from './linksJob.ts'
export { mailOwner } from './mailOwner.ts'
export { asAttachment, findOwnedFiles, type OwnedFile } from './ownedFiles.ts'
export {
  type AskedUpload,
  beginUploadAt,
  cancelUpload,
  finishUploadAt,
  takePart,
  type Uploader,
} from './partUploads.ts'
export { picturedHtml } from './picturedHtml.ts'
export { previewFile, shownInPlace, shownType } from './previewFile.ts'
export { isPublicAddress } from './publicAddress.ts'
export { sendBlob } from './sendBlob.ts'
export { shownDay } from './shown.ts'
export { unfinishedUploadsJob } from './unfinishedUploadsJob.ts'
export { addMailFiles, addStoredFiles, addUpload, keepUpload, receiveFile, removeUploads } from './upload.service.ts'
export { roomForUpload } from './uploadRoom.ts'
