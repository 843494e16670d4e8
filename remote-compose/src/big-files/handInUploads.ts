import type { HandInRoom } from '@yanshu/contracts'
import { createPartUploadsTo, type PartUploads } from '@yanshu/files/upload'
import { http, loginScope } from '@yanshu/shell-api'

/**
 * Uploads by an opened link: each file goes up in parts, and is handed in when all are there.
 * @param sender the name of who hands them in, as it is then
 * @param onRoom what the link still accepts, after each file
 */
export function handInUploads(
  ticket: string,
  sender: () => string,
  onRoom: (room: HandInRoom) => void,
): PartUploads<HandInRoom> {
  return createPartUploadsTo<HandInRoom>(
    {
      begin: async (asked, options) => ({
        ...(await http.post('handIn/begin', { ticket, ...asked }, options)),
        done: null,
      }),
      send: (bytes, query, options) => http.upload('handIn/part', bytes, { ...options, query: { ...query, ticket } }),
      async finish(uploadId, options) {
        const room = await http.post('handIn/finish', { ticket, uploadId, sender: sender() }, options)
        onRoom(room)
        return room
      },
      cancel: (uploadId, options) => http.post('handIn/cancel', { ticket, uploadId }, options),
    },
    loginScope(),
  )
}
