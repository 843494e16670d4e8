/** Bytes of one attached file that a device keeps, and of all of them. */
export const OFFLINE_FILE_MAX = 25 * 1_024 * 1_024
export const OFFLINE_FILES_MAX = 100 * 1_024 * 1_024
