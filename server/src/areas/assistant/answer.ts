import type { Context } from '../../store/context/context.ts'
import { answerQuestion } from './answerQuestion.ts'
import { checkMail } from './checkMail.ts'
import type { Job } from './jobs.ts'
import type { Piece } from './model/asker.ts'
import { summariseMail } from './summariseMail.ts'
import { writeDraft } from './writeDraft.ts'

/** The answer to a request, as it comes. A sequence without pieces means that there is no answer. */
export function answer(context: Context, job: Job, signal: AbortSignal): AsyncGenerator<Piece> {
  const { accountId, sessionId, request } = job
  const asker = { context, accountId, openFolders: { sessionId }, signal }
  switch (request.kind) {
    case 1:
      return answerQuestion(asker, request)
    case 2:
    case 3:
      return writeDraft(asker, request)
    case 4:
      return summariseMail(asker, request)
    case 5:
      return checkMail(asker, request)
  }
}
