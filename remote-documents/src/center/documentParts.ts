import { createPartUploadsTo, type PartUploads } from '@yanshu/files/upload'
import { http, type LoginScope } from '@yanshu/shell-api'

/** Uploads long files into one folder in parts, so that they go on after an interruption. */
export const partUploadsInto = (parentId: number, login: LoginScope): PartUploads<unknown> =>
  createPartUploadsTo<unknown>(
    {
      begin: async (asked, options) => ({
        ...(await http.post('documents/upload/begin', { parentId, ...asked }, options)),
        done: null,
      }),
      send: (bytes, query, options) =>
        http.upload('documents/upload/part', bytes, { ...options, query: { ...query, parentId } }),
      finish: (uploadId, options) =>
        http.post('documents/upload/finish', { parentId, uploadId, onClash: 'both' }, options),
      cancel: (uploadId, options) => http.post('documents/upload/cancel', { parentId, uploadId }, options),
    },
    login,
  )
