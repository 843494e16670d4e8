import { readFile } from 'node:fs/promises'
import { approvalRuleBody } from '@yanshu/contracts/schemas'
import type { Command } from 'commander'
import { deleteRule, listRules, saveRule, setStandInOf } from '../areas/approval/index.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { CallError } from '../platform/http/errors.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const EXAMPLE = `
Example of a file; "ruleId" changes the rule of that number, "who" may also be { "kind": "head", "up": 0 } or
{ "kind": "people", "accountIds": [7] } or { "kind": "group", "groupId": 3, "role": "member" }; conditions may have
"groupIds" and "secrecy" ("restricted" or "secret"):
  { "ruleId": null, "name": "对外合同", "enabled": true, "commentRequired": true, "startsAt": null, "endsAt": null,
    "conditions": { "senderIds": [], "deptIds": [], "to": "outside", "domains": [], "recipientsFrom": null,
      "sizeFrom": null, "withAttachment": false, "fileTypes": [], "words": ["合同"], "outsideHours": false },
    "levels": [{ "who": { "kind": "administrators" }, "mode": "any", "choice": false, "hours": 8,
      "onTimeout": "refuse", "standInId": null }] }`

/** `approval rule list|set|remove` and `approval stand-in`. */
export function addApprovalCommands(root: Command): void {
  const approval = root.command('approval').description('Approval of outgoing mail.')
  const rule = approval.command('rule').description('Rules that hold mail until it is approved.')
  const context = <T>(work: Parameters<typeof withContext<T>>[1]) => withContext(root.opts<CommandOptions>(), work)

  rule
    .command('list')
    .description('Lists them in their order, each as a sentence.')
    .action(async () => {
      for (const { ruleId, name, enabled, waiting, sentence } of await context(listRules)) {
        process.stdout.write(`${ruleId} ${name}${enabled ? '' : ' (off)'}, ${waiting} waiting: ${sentence.en}\n`)
      }
    })
  rule
    .command('set')
    .description('Makes a rule, or changes one. What waits already stays as it is.')
    .argument('<file>', 'JSON with the rule')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string) => {
      const text = await readFile(file, 'utf8').catch((error: unknown) => {
        throw new OperatorError(`${file} cannot be read: ${fileFailure(error)}`)
      })
      const body = approvalRuleBody.safeParse(parsed(text, file))
      if (!body.success) {
        const wrong = body.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
        throw new OperatorError(`${file}: ${wrong.join('; ')}`)
      }
      const ruleId = await context((opened) =>
        saveRule(opened, null, body.data).catch((error: unknown) => {
          if (error instanceof CallError)
            throw new OperatorError(
              `${file} names a rule or a person that is not there. See \`yanshu approval rule list\``,
            )
          throw error
        }),
      )
      process.stdout.write(`Set ${ruleId} ${body.data.name}\n`)
    })
  rule
    .command('remove')
    .description('Deletes a rule. What waits already stays as it is.')
    .argument('<number>', 'as `yanshu approval rule list` shows it')
    .action(async (number: string) => {
      await context((opened) =>
        deleteRule(opened, Number(number) || 0).catch((error: unknown) => {
          if (error instanceof CallError)
            throw new OperatorError(`There is no rule ${number}. \`yanshu approval rule list\` shows all of them`)
          throw error
        }),
      )
      process.stdout.write(`Removed ${number}\n`)
    })
  approval
    .command('stand-in')
    .description('Names who decides in the place of a person while that person has an absence note.')
    .argument('<address>', 'who is away')
    .argument('[stand-in]', 'who decides; without it no person does any more')
    .action(async (address: string, standIn?: string) => {
      await context((opened) =>
        setStandInOf(opened, address, standIn ?? null).catch((error: unknown) => {
          if (error instanceof CallError)
            throw new OperatorError(
              `${address}${standIn === undefined ? '' : ` or ${standIn}`} is no other person here`,
            )
          throw error
        }),
      )
      process.stdout.write(`${standIn ?? 'No person'} stands in for ${address}\n`)
    })
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorError(`${file} is no JSON`)
  }
}
