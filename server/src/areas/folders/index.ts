export { removeFolderPassword } from './folderPasswords.service.ts'
export { folderRoutes } from './folders.routes.ts'
export { createFolder } from './folders.service.ts'
