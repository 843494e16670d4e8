/** The step of sending that holds mail for approval, and the jobs of approval. They stand in rows: never renamed. */
export const STEP = 'approval'
export const TIMEOUT_JOB = 'approval.timeout'
export const NOTICE_JOB = 'approval.notice'
