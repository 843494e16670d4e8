export { fileRoutes } from './file.routes.ts'
export { asAttachment, findOwnedFiles, type OwnedFile } from './ownedFiles.ts'
