/**
 * What a drag from one screen to another carries, as types of `DataTransfer`. The data is JSON: the ids of files of mails, or
 * the numbers of files and folders of the document center. Only ids travel, so the server decides what may be done with each.
 */
export const DRAGGED_MAIL_FILES = 'application/x-yanshu-mail-files'
export const DRAGGED_DOCUMENTS = 'application/x-yanshu-documents'

/** Ids of files of mails that were dragged; none where the data is of another shape. */
export const draggedMailFiles = (data: string): readonly string[] =>
  listIn(data).filter((id): id is string => typeof id === 'string' && id !== '')

/** Numbers of documents that were dragged; none where the data is of another shape. */
export const draggedDocuments = (data: string): readonly number[] =>
  listIn(data).filter((id): id is number => Number.isSafeInteger(id) && Number(id) > 0)

function listIn(data: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(data)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
