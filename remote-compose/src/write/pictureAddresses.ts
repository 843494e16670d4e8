import { http } from '@yanshu/shell-api'

/** Addresses of pictures of mails being written, on this server, by their names. */
export const pictureAddresses = { of: (name: string): string => http.fileUrl(`file/showSendMailPicture/${name}`) }
