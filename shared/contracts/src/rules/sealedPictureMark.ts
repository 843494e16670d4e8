/** What stands between the id of an encrypted picture and its key. A file of its own: the write screen has nothing else of it. */
export const SEALED_PICTURE = '#sealed-'
