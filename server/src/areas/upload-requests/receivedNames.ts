/** The job that writes to the owner of a link what came by it. Its key is the link. It stands in rows: never renamed. */
export const RECEIVED_JOB = 'upload-request.received'
/** For how long more files are waited for. */
export const RECEIVED_WAIT_MS = 60_000
