import { setImmediate as nextTurn } from 'node:timers/promises'
import { mailWorkOf } from '../../mailflow/workers/mailWork.ts'
import { TaskLimitError } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import type { RuleNeeds } from './judgeRules.ts'
import type { FoldedMail } from './ruleMail.ts'
import { VALUES_IN_TURN } from './searchedText.ts'

/** An automaton takes as long as reading so many times the text. */
const WEIGHT = 8

/** Prepares the body of a mail for rules that look for much in it: of a long one in a thread. */
export async function searchApart(
  context: Pick<Context, 'blobs' | 'config' | 'runtime'>,
  mail: FoldedMail,
  { body, bodyValues }: Pick<RuleNeeds, 'body' | 'bodyValues'>,
): Promise<void> {
  if (!body || bodyValues <= VALUES_IN_TURN) return
  const { text } = mail.body
  try {
    mail.body.useAutomaton(await mailWorkOf(context).run('automaton', { text }, text.length * WEIGHT))
  } catch (error) {
    // On a machine that is too busy for the thread it is built where it is needed: some milliseconds.
    if (!(error instanceof TaskLimitError)) throw error
  }
}

/** Milliseconds after which other calls run. */
const TURN_MS = 5

/** Lets other calls run between pieces of work, when these have taken long enough. */
export function createTurns(): { readonly pause: () => Promise<void> } {
  let begun = performance.now()
  return {
    pause: async () => {
      if (performance.now() - begun < TURN_MS) return
      await nextTurn()
      begun = performance.now()
    },
  }
}
