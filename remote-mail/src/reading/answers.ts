import { journal } from '@yanshu/shell-api'

/** A short answer as it is kept until it is sent, by the number of its mail. */
export interface QuickDraft {
  readonly text: string
  readonly all: boolean
}

/** The short answers of the login of this moment. */
export const keptAnswers = () => journal<QuickDraft>('quick-reply')
