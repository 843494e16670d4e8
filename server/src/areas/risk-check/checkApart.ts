import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { createWorkerPool, TaskLimitError, type WorkerPool } from '../../platform/workers/workerPool.ts'
import type { Context } from '../../store/context/context.ts'
import { checkRisk, type RiskCheck } from './checkRisk.ts'
import { readHtml } from './readHtml.ts'
import type { RiskMail, RiskSurroundings, RiskTask } from './riskMail.ts'

/** Characters of text, HTML and pages up to which a mail is checked in this thread: some milliseconds. */
const CHECKED_IN_PLACE_MAX = 16 * 1_024
/** Characters of HTML up to which its text is read in this thread. */
const READ_IN_PLACE_MAX = 48 * 1_024
/** What is checked of a mail that took too long: its beginning is where it wants something of its reader. */
const BEGINNING = 16 * 1_024
const TIME_MAX_MS = 2_000
const MEMORY_MIB = 128
const IDLE_MS = 20_000

const POOL: RuntimePart<WorkerPool> = { name: 'checks of mails', stop: (pool) => pool.stop() }

const poolOf = ({ runtime }: Pick<Context, 'runtime'>): WorkerPool =>
  runtime.use(POOL, () => {
    const file = new URL('./riskWorker.ts', import.meta.url)
    return createWorkerPool({ file, workerData: null, threads: 1, memory: MEMORY_MIB, idle: IDLE_MS })
  })

/** Checks a mail, a long one in a thread. Of one that takes too long, the beginning alone is checked. */
export async function checkApart(
  context: Pick<Context, 'runtime'>,
  mail: RiskMail,
  around: RiskSurroundings,
): Promise<RiskCheck> {
  if (lengthOf(mail) <= CHECKED_IN_PLACE_MAX) return checkRisk(mail, around)
  try {
    return (await apart(context, { mail, around })) as RiskCheck
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    const html = mail.html?.slice(0, BEGINNING) ?? null
    const attachments = mail.attachments.map(({ content, ...file }) =>
      content === undefined ? file : { ...file, content: content.slice(0, BEGINNING / 4) },
    )
    return checkRisk({ ...mail, text: mail.text.slice(0, BEGINNING), html, attachments }, around)
  }
}

const lengthOf = ({ text, html, attachments }: RiskMail): number =>
  attachments.reduce((sum, { content = '' }) => sum + content.length, text.length + (html?.length ?? 0))

const apart = (context: Pick<Context, 'runtime'>, task: RiskTask): Promise<unknown> =>
  poolOf(context).run(task, { time: TIME_MAX_MS })

/** The text of HTML that a reader sees, without what is hidden in it. Of HTML that takes too long, the beginning's. */
export async function seenTextOf(context: Pick<Context, 'runtime'>, html: string): Promise<string> {
  if (html.length <= READ_IN_PLACE_MAX) return readHtml(html).seen
  try {
    return (await apart(context, { html })) as string
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error
    return readHtml(html.slice(0, BEGINNING)).seen
  }
}
