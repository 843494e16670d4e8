/** The bytes are of no kind that is read, or damaged. */
export class FileUnreadableError extends Error {}
