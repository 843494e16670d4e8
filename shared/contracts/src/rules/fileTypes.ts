/** Kinds of files by which a search is narrowed. */
export const FILE_TYPES = ['pdf', 'document', 'sheet', 'slides', 'image', 'archive', 'media', 'mail'] as const

export type FileTypeName = (typeof FILE_TYPES)[number]
