// Plain JavaScript, because the threads that read the store load it (`readThread.mjs`).

const ANSWER_MARKS = /^(?: *(?:re|fwd?|回复|答复|转发)[:：])* */

/**
 * A subject in small letters without the marks of answers before it, as `orderedSubject` of the contracts.
 * @param {string} subject
 */
export const bareSubject = (subject) => subject.replace(ANSWER_MARKS, '')
