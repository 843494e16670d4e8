import { AUTO_REPLY_LENGTH } from '@yanshu/contracts'
import { autoReplyDraft } from '@yanshu/contracts/schemas'
import type { Command } from 'commander'
import { saveReplyFor } from '../areas/auto-reply/index.ts'
import { escapeHtml } from '../mime/escapeHtml.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import { type CommandOptions, withContext } from './withContext.ts'

interface ReplyOptions {
  readonly text?: string
  readonly until?: string
  readonly off?: boolean
}

/** `user auto-reply`: the automatic answer of a person who cannot set it, such as a person who fell ill. */
export function addAutoReplyCommand(root: Command, user: Command): void {
  user
    .command('auto-reply')
    .description('Sets the automatic reply of an account, or switches it off.')
    .argument('<address>')
    .option('--text <text>', 'what senders are answered; each line is a paragraph')
    .option('--until <time>', 'such as 2026-12-01T18:00+08:00; without it until it is switched off')
    .option('--off', 'switches it off')
    .addHelpText('after', "\nExample:\n  yanshu user auto-reply li.na@example.com --text '病假，急事请联系王芳。'")
    .action(async (address: string, { text = '', until, off = false }: ReplyOptions) => {
      const endAt = until === undefined ? null : Date.parse(until)
      if (Number.isNaN(endAt))
        throw new OperatorError(`--until ${until}: expected a time such as 2026-12-01T18:00+08:00`)
      const inside = text
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('')
      if (!off && text.trim() === '')
        throw new OperatorError('Say with --text what senders are answered, or give --off')
      if (inside.length > AUTO_REPLY_LENGTH) throw new OperatorError('--text is too long')
      const reply = autoReplyDraft.parse({
        enabled: !off,
        startAt: null,
        endAt,
        subject: '',
        inside: off ? '' : inside,
        outsideTo: 'known',
        outside: '',
      })
      await withContext(root.opts<CommandOptions>(), async (context) => {
        await saveReplyFor(context, address.trim(), reply).catch((error: unknown) => {
          if (error instanceof NotFoundError) throw new OperatorError(`There is no account ${address}`)
          throw error
        })
      })
      process.stdout.write(`${off ? 'Switched off' : 'Set'} the automatic reply of ${address}\n`)
    })
}
