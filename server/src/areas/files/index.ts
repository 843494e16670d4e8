export { fileRoutes } from './file.routes.ts'
export { asAttachment, findOwnedFiles, type OwnedFile } from './ownedFiles.ts'
export { sendBlob } from './sendBlob.ts'
