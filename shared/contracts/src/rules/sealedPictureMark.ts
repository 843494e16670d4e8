/** What stands between the id of an encrypted picture and its key. In a file of its own: the write screen has this alone. */
export const SEALED_PICTURE = '#sealed-'
