import type { CounterSeries } from '../../platform/health/measures.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'

interface Figures {
  taken: number
  /** By the enhanced status of the answer (RFC 3463), which there are a dozen of. */
  readonly refused: Map<string, number>
}

const FIGURES: RuntimePart<Figures> = { name: 'figures of incoming mail' }

const figuresOf = ({ runtime }: Pick<Context, 'runtime'>): Figures =>
  runtime.use(FIGURES, () => ({ taken: 0, refused: new Map() }))

export function countTaken(context: Pick<Context, 'runtime'>): void {
  figuresOf(context).taken += 1
}

/** @param status such as 5.1.1 */
export function countRefused(context: Pick<Context, 'runtime'>, status: string): void {
  const { refused } = figuresOf(context)
  refused.set(status, (refused.get(status) ?? 0) + 1)
}

/** What came in by SMTP and LMTP, for alarms: taken in, and refused by the reason that the sender got. */
export const smtpCounters = (context: Pick<Context, 'runtime'>): readonly CounterSeries[] => [
  {
    name: 'yanshu_smtp_taken_total',
    help: 'Messages that this process took in by SMTP and LMTP',
    labelNames: [],
    read: () => [{ labels: {}, value: figuresOf(context).taken }],
  },
  {
    name: 'yanshu_smtp_refused_total',
    help: 'Senders, recipients and messages that this process refused, by the enhanced status of the answer (RFC 3463)',
    labelNames: ['status'],
    read: () => [...figuresOf(context).refused].map(([status, value]) => ({ labels: { status }, value })),
  },
]
