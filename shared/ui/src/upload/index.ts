/// <reference path="../css.d.ts" />

// Files on their way to the server: it comes with the first screen that uploads files.

export { DropTarget, type DropTargetProps } from './DropTarget.tsx'
export { UploadShelf, type UploadShelfProps } from './UploadShelf.tsx'
export {
  attachedSize,
  createUploads,
  isComing,
  totalSize,
  type UploadedFile,
  type UploadItem,
  type UploadParts,
  type UploadRun,
  type Uploads,
} from './uploads.ts'
