import { isDrawable, useThumbnail } from '@yanshu/files/thumbnail'
import { http } from '@yanshu/shell-api'
import type { DocumentRow } from './documentKind.ts'

type Wanted = Pick<DocumentRow, 'documentId' | 'version' | 'kind' | 'contentType' | 'size' | 'viewOnly' | 'binnedAt'>

/** Whether a tile shows the picture itself. A file that may only be viewed may need a watermark; a tile has no room for it. */
export const hasThumbnail = ({ kind, viewOnly, binnedAt, ...file }: Wanted): boolean =>
  kind === 'file' && isDrawable(file) && !viewOnly && binnedAt === null

/** The address of the small picture of a document, once it is drawn; null for one without. */
export const useDocumentThumbnail = (row: Wanted): string | null =>
  useThumbnail({
    key: `document-${row.documentId}-${row.version}`,
    address: http.fileUrl(`file/documentShown/${row.documentId}`),
    wanted: hasThumbnail(row),
  })
