export { type FetchPolicy, fetchRemote, PUBLIC_WEB, RemoteFetchError } from './fetchRemote.ts'
export { fileRoutes } from './file.routes.ts'
export { asAttachment, findOwnedFiles, type OwnedFile } from './ownedFiles.ts'
export { sendBlob } from './sendBlob.ts'
