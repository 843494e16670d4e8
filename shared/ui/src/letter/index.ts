/// <reference path="../css.d.ts" />

// What reading and writing a mail needs and no list does: it comes with the first mail that is opened.

export * from '../attachment/AttachmentTile.tsx'
export { extensionOf, type FileType, fileType, formatBytes } from '../attachment/fileType.ts'
export { copyText } from '../copy/copyText.ts'
export { useNoticesAbove } from '../notice/useNoticesAbove.ts'
