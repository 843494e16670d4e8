import { z } from 'zod'
import { Code } from '../codes.ts'
import { FEEDBACK_FILES_MAX, FEEDBACK_TEXT_MAX } from '../limits.ts'
import { post } from './define.ts'
import { idOf } from './names.ts'

export const feedbackCalls = [
  post('mail/main/feedback', {
    switchedBy: 'privateEnable',
    title: `Say something to whoever runs the system: field \`content\` (1 to ${FEEDBACK_TEXT_MAX} characters) and up to ${FEEDBACK_FILES_MAX} fields \`file\`, each below 50 MB, in this order`,
    sends: 'multipart',
    /** The number by which the sender may ask about it. */
    data: z.object({ feedbackId: idOf('feedback') }),
    errors: [Code.forbidden, Code.fileEmpty, Code.tooLarge, Code.tooManyRequests, Code.badRequest],
  }),
] as const
