export { removeFolderPassword } from './folderPasswords.service.ts'
export { folderRoutes } from './folders.routes.ts'
export { createFolder, deleteEmptyFolders, listFolders } from './folders.service.ts'
export { namedFolder, setScreeningFolder } from './namedFolder.ts'
