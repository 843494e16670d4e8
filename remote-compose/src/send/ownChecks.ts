import { isMailAddress, type LetterContent, namespaceOf, unknownMailOptions } from '@yanshu/contracts'
import { everybody } from '@yanshu/ui/people'
import { optionOwners } from '../letter-slots/fillers.ts'
import { invalidOf, isValid } from '../recipients/recipientLists.ts'
import { promisesAttachment } from '../validation/forgottenAttachment.ts'
import { fieldsOf } from '../validation/refusals.ts'
import type { SendCheck } from './sendCheck.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** Without the addresses that are none. They stay on the screen until the letter has gone: it may come back. */
function withoutInvalid(content: LetterContent): LetterContent {
  const valid = (people: LetterContent['to']) => people.filter(({ address }) => isMailAddress(address))
  return { ...content, to: valid(content.to), cc: valid(content.cc), bcc: valid(content.bcc) }
}

/** Options that no remote of this deployment acts on, and those for the mail service that this build does not know. */
function strangeOptions({ options }: LetterContent): readonly string[] {
  const owners = optionOwners()
  const unknown = new Set(unknownMailOptions(options))
  return Object.keys(options).filter((name) => unknown.has(name) || !owners.has(namespaceOf(name)))
}

function without(content: LetterContent, names: readonly string[]): LetterContent {
  const kept = Object.entries(content.options).filter(([name]) => !names.includes(name))
  return { ...content, options: Object.fromEntries(kept) }
}

/** What this remote asks the writer before a letter goes. */
export const ownChecks = (say: Say): readonly SendCheck[] => [
  {
    name: 'invalid',
    order: -190,
    judge({ letter: { recipients } }) {
      const invalid = invalidOf(recipients)
      if (invalid.length === 0) return null
      if (!everybody(recipients).some(isValid)) return { kind: 'refuse', message: say('invalid.none') }
      return {
        kind: 'ask',
        question: {
          title: say('invalid.title', { count: invalid.length }),
          text: invalid.map(({ address }) => address).join(say('invalid.between')),
          yes: say('invalid.ignore'),
          no: say('invalid.back'),
        },
        repair: withoutInvalid,
      }
    },
  },
  {
    name: 'openFields',
    order: -180,
    judge(letter) {
      const fields = fieldsOf(letter)
      if (fields.length === 0) return null
      const question = {
        title: say('openFields.title', { count: fields.length }),
        text: say('openFields.text', { names: fields.join(say('invalid.between')) }),
        yes: say('openFields.send'),
        no: say('openFields.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'forgotten',
    order: -170,
    judge({ letter: { subject }, attachments, text }) {
      if (attachments.length > 0 || !promisesAttachment(subject, text())) return null
      const question = {
        title: say('forgotten.title'),
        text: say('forgotten.text'),
        yes: say('forgotten.send'),
        no: say('forgotten.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'strangeOptions',
    order: -160,
    judge(_letter, content) {
      const names = strangeOptions(content)
      if (names.length === 0) return null
      const question = {
        title: say('strangeOptions.title', { count: names.length }),
        text: say('strangeOptions.text', { names: names.join(say('invalid.between')) }),
        yes: say('strangeOptions.send'),
        no: say('strangeOptions.back'),
      }
      return { kind: 'ask', question, repair: (sent) => without(sent, names) }
    },
  },
]
