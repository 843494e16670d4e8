import {
  isMailAddress,
  type LetterContent,
  nameInSentence,
  namespaceOf,
  optionOf,
  unknownMailOptions,
} from '@yanshu/contracts'
import { format, settings } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { totalSize } from '@yanshu/ui/upload'
import { optionOwners } from '../letter-slots/fillers.ts'
import { loadReadingCheck } from '../reading/loadReading.ts'
import { recentPeople } from '../recipients/recents.ts'
import { invalidOf, isValid } from '../recipients/recipientLists.ts'
import { filesForOthers } from '../validation/fileForOther.ts'
import { promisesAttachment } from '../validation/forgottenAttachment.ts'
import { dateMismatches } from '../validation/mentionedDates.ts'
import { fieldsOf } from '../validation/refusals.ts'
import { recipientChecks } from './recipientChecks.ts'
import type { SendCheck } from './sendCheck.ts'

const HOUR_MS = 3_600_000
/** An answer to more people than this is asked about. */
const REPLY_ALL_MANY = 20
/** Bytes of files that most other mail servers still take; encoding adds a third. */
const OUTSIDE_SIZE_USUAL = 18 * 1_048_576

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

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
  ...recipientChecks(say),
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
    name: 'replyAll',
    order: -168,
    judge({ letter: { kind, recipients } }) {
      const count = everybody(recipients).filter(isValid).length
      if (kind !== 'replyAll' || count <= REPLY_ALL_MANY) return null
      const question = {
        title: say('replyAllMany.title', { count }),
        text: say('replyAllMany.text'),
        yes: say('together.send'),
        no: say('together.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'dates',
    order: -166,
    judge({ letter: { subject }, text }) {
      const now = Date.now() + settings.current().general.timeZone * HOUR_MS
      const wrong = dateMismatches(`${subject}\n${text()}`, now)
      if (wrong.length === 0) return null
      const facts = wrong.map(({ text: date, weekday }) =>
        say('dates.fact', { date, weekday: say(`dates.weekdays.${weekday}`) }),
      )
      const question = {
        title: say('dates.title'),
        text: facts.join(say('dates.between')),
        yes: say('together.send'),
        no: say('together.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'fileForOther',
    order: -164,
    judge({ letter: { recipients }, attachments }) {
      const files = attachments.map(({ name }) => name)
      const found = filesForOthers(files, everybody(recipients), recentPeople())
      if (found.length === 0) return null
      const facts = found.map(({ file, name }) => say('fileForOther.fact', { file: nameInSentence(file), name }))
      const question = {
        title: say('fileForOther.title'),
        text: facts.join(say('dates.between')),
        yes: say('together.send'),
        no: say('together.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'largeOutside',
    order: -162,
    judge({ letter: { from, recipients }, attachments }) {
      const size = totalSize(attachments)
      const isOutside = ({ address }: { readonly address: string }) => domainOf(address) !== domainOf(from)
      if (size <= OUTSIDE_SIZE_USUAL || !everybody(recipients).filter(isValid).some(isOutside)) return null
      const question = {
        title: say('largeOutside.title', { size: format().bytes(size) }),
        text: say('largeOutside.text'),
        yes: say('together.send'),
        no: say('together.back'),
      }
      return { kind: 'ask', question }
    },
  },
  {
    name: 'reading',
    order: -161,
    async judge(letter) {
      const reading = optionOf(letter.letter.options, 'mail.reading')
      return reading && (await loadReadingCheck()).judgeReading(reading, letter)
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
