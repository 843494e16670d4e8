export { Arranged } from './Arranged.tsx'
export { BulkBar } from './BulkBar.tsx'
export { bulkKeys } from './bulkKeys.ts'
export { FolderMenu } from './FolderMenu.tsx'
