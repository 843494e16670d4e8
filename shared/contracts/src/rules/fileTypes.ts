/** Kinds of files by which a search is narrowed, each with its extensions in small letters. */
export const FILE_TYPES = {
  pdf: ['pdf', 'ofd'],
  document: ['doc', 'docx', 'dot', 'dotx', 'wps', 'odt', 'rtf', 'txt', 'md'],
  sheet: ['xls', 'xlsx', 'xlsm', 'et', 'csv', 'ods'],
  slides: ['ppt', 'pptx', 'pps', 'ppsx', 'dps', 'odp'],
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg', 'tif', 'tiff', 'heic'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz', 'tgz', 'bz2', 'xz'],
  media: ['mp3', 'wav', 'm4a', 'ogg', 'amr', 'mp4', 'mov', 'avi', 'mkv', 'webm'],
  mail: ['eml', 'msg'],
} as const

export type FileTypeName = keyof typeof FILE_TYPES
