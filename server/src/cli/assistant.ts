import { type Command, InvalidArgumentError } from 'commander'
import {
  askModel,
  ModelError,
  type ModelSettings,
  modelSettings,
  ratingsOf,
  readModelSettings,
  usageOf,
  writeModelSettings,
} from '../areas/assistant/index.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { readSecret } from './readSecret.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const KINDS = { chat: 1, draft: 2, reply: 3, summary: 4, risk: 5, translate: 6 } as const
type KindName = keyof typeof KINDS
const isKind = (name: string): name is KindName => Object.hasOwn(KINDS, name)

interface SetOptions {
  readonly key?: boolean
  readonly only?: string
  readonly cutAddresses: boolean
  readonly perMinute?: number
  readonly monthly?: number
  readonly longest?: number
  readonly chunks?: number
}

const WHY = {
  unreachable: 'it cannot be reached',
  refused: 'it refused the request; look at the key, the model and the address',
  busy: 'it has too much to do (429)',
  stalled: 'it stopped answering',
  incomplete: 'its answer broke off',
  error: 'it answered with an error',
} as const

/** `ai set|test|off|usage`. */
export function addAssistantCommands(root: Command): void {
  const command = root
    .command('ai')
    .description("the assistant's model; without one it works by rules and sends nothing")
  command
    .command('set')
    .description('Lets a model of an OpenAI-compatible endpoint help the assistant. Mail text goes there from then on.')
    .argument('<url>', 'the address below which /chat/completions stands, such as https://models.example.com/v1')
    .argument('<model>', 'the name of the model there')
    .option('--key', 'asks for the key of the endpoint (or takes the first line of standard input)')
    .option('--only <kinds>', `which functions may use it, of ${Object.keys(KINDS).join(',')} (default: all)`)
    .option('--no-cut-addresses', 'sends mail addresses and phone numbers too')
    .option('--per-minute <count>', 'requests of one person in a minute', count)
    .option('--monthly <characters>', 'characters of one person in a month', count)
    .option('--longest <characters>', 'characters of one mail that are sent in one request', count)
    .option('--chunks <requests>', 'requests that the summary of one long mail may take (default: 1, it is cut)', count)
    .addHelpText('after', '\nExample:\n  yanshu ai set https://models.example.com/v1 qwen3 --key --only chat,summary')
    .action(async (url: string, model: string, options: SetOptions) => {
      const key = options.key ? await readSecret('Key: ') : ''
      const settings = readSettings(url, model, key, options)
      await withContext(root.opts<CommandOptions>(), (context) => writeModelSettings(context, settings))
      process.stdout.write(`The assistant uses ${model} at ${new URL(url).host}\n`)
    })
  command
    .command('test')
    .description('Asks the model one question and says what came back.')
    .action(async () => {
      const reply = await withContext(root.opts<CommandOptions>(), async (context) => {
        const settings = await readModelSettings(context)
        if (!settings) throw new OperatorError('There is no model. Set one by `yanshu ai set`')
        return testModel(settings)
      })
      process.stdout.write(`${reply}\n`)
    })
  command
    .command('off')
    .description('Takes the model away: nothing leaves any more, and the assistant works by rules.')
    .action(async () => {
      await withContext(root.opts<CommandOptions>(), (context) => writeModelSettings(context, null))
      process.stdout.write('The assistant works without a model\n')
    })
  command
    .command('usage')
    .description('Requests and characters of each person in a month. What was asked is not shown.')
    .argument('[month]', 'such as 2026-11; this one where none is named', month)
    .action(async (wanted: string | undefined) => {
      const rows = await withContext(root.opts<CommandOptions>(), (context) =>
        usageOf(context, wanted ?? new Date(context.now()).toISOString().slice(0, 7)),
      )
      for (const { address, requests, characters } of rows)
        process.stdout.write(`${address}\t${requests}\t${characters}\n`)
    })
  addFeedback(root, command)
}

/** `ai feedback`. */
function addFeedback(root: Command, command: Command): void {
  command
    .command('feedback')
    .description(
      'How people rated the answers of the assistant, and what they wrote. Whose answers they were is not shown.',
    )
    .action(async () => {
      const rows = await withContext(root.opts<CommandOptions>(), (context) => ratingsOf(context))
      for (const { type, rating, answers, notes } of rows) {
        process.stdout.write(`${nameOf(type)}\t${rating > 0 ? 'helpful' : 'not helpful'}\t${answers}\n`)
        for (const note of notes) process.stdout.write(`  ${JSON.stringify(note)}\n`)
      }
    })
}

const nameOf = (type: number): string => Object.entries(KINDS).find(([, kind]) => kind === type)?.[0] ?? String(type)

function count(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

function month(text: string): string {
  if (!/^\d{4}-\d{2}$/.test(text)) throw new InvalidArgumentError('A month is written as 2026-11.')
  return text
}

function readSettings(url: string, model: string, key: string, options: SetOptions): ModelSettings {
  const names = options.only?.split(',').map((name) => name.trim())
  const strange = names?.find((name) => !isKind(name))
  if (strange !== undefined)
    throw new OperatorError(`There is no function ${strange}: ${Object.keys(KINDS).join(', ')}`)
  const { cutAddresses, perMinute, monthly, longest, chunks } = options
  const parsed = modelSettings.safeParse({
    url,
    model,
    key,
    cutAddresses,
    ...(names ? { kinds: names.filter(isKind).map((name) => KINDS[name]) } : {}),
    ...(perMinute === undefined ? {} : { perMinute }),
    ...(monthly === undefined ? {} : { monthly }),
    ...(longest === undefined ? {} : { longest }),
    ...(chunks === undefined ? {} : { chunks }),
  })
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new OperatorError(`This cannot be set. ${fields.join('; ')}`)
}

async function testModel(settings: ModelSettings): Promise<string> {
  const began = Date.now()
  let text = ''
  try {
    const messages = [{ role: 'user', content: 'Answer with the word yes.' }] as const
    for await (const { content } of askModel(settings, messages, AbortSignal.timeout(60_000))) text += content
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw new OperatorError(`The model did not answer: ${WHY[error.failure]}`)
  }
  return `The model answered within ${Date.now() - began} ms: ${text.trim().slice(0, 200)}`
}
