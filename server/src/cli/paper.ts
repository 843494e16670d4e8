import { readFile } from 'node:fs/promises'
import { paperFields } from '@yanshu/contracts/schemas'
import type { Command } from 'commander'
import { addSharedPaper, listSharedPapers, removeSharedPaper } from '../areas/papers/index.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { CallError, NotFoundError } from '../platform/http/errors.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const EXAMPLE = `
Example of a file:
  { "name": "公函", "design": { "ground": "#f2f3f5", "sheet": "#ffffff", "text": "#1f2329", "line": "#b3261e",
    "ornament": "band" } }
Ornaments: none, band, frame, margins, slips, ridges.`

/** `paper`: letter papers for all accounts of the organisation. */
export function addPaperCommands(root: Command): void {
  const paper = root.command('paper').description('Letter papers of the organisation.')
  const context = <T>(work: Parameters<typeof withContext<T>>[1]) => withContext(root.opts<CommandOptions>(), work)

  paper
    .command('add')
    .description('Gives everybody a letter paper.')
    .argument('<file>', 'JSON with its name and how it is drawn')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string) => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        throw new OperatorError(`${file} cannot be read: ${fileFailure(error)}`)
      })
      const fields = paperFields.safeParse(parsed(text, file))
      if (!fields.success) {
        const wrong = fields.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
        throw new OperatorError(`${file}: ${wrong.join('; ')}`)
      }
      const { key, name } = await context((opened) =>
        addSharedPaper(opened, fields.data).catch((error: unknown) => {
          if (error instanceof CallError) throw new OperatorError('The organisation has as many papers as it may have')
          throw error
        }),
      )
      process.stdout.write(`Added ${key.replace('shared-', '')} ${name}\n`)
    })
  paper
    .command('list')
    .description('Lists them, with the numbers by which they are removed.')
    .action(async () => {
      for (const { key, name } of await context(listSharedPapers)) {
        process.stdout.write(`${key.replace('shared-', '')} ${name}\n`)
      }
    })
  paper
    .command('remove')
    .description('Takes one away; letters that are on it stay as they are.')
    .argument('<number>')
    .action(async (number: string) => {
      if (!/^\d{1,9}$/.test(number)) throw new OperatorError(`${number} is no number of a paper`)
      await context((opened) =>
        removeSharedPaper(opened, Number(number)).catch((error: unknown) => {
          if (error instanceof NotFoundError) throw new OperatorError(`There is no paper ${number}`)
          throw error
        }),
      )
      process.stdout.write(`Removed ${number}\n`)
    })
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${file} is no JSON`)
  }
}
