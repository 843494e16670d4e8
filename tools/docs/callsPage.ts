import { Code } from '@yanshu/contracts'
import { messageOf } from '@yanshu/contracts/messages'
import { httpCalls, partsOf, socketHello, socketMessage, thingOf } from '@yanshu/contracts/schemas'
import { schemaOf, typeText } from './typeText.ts'

const codeNames = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name]))
const access = {
  public: 'Nobody needs to be logged in.',
  user: 'Bearer token.',
  file: 'Bearer token, or the cookie safeMailToken.',
}

/** The switch that it depends on. */
function switchText({ switchedBy }: (typeof httpCalls)[number]): string {
  if (!switchedBy) return ''
  const some = switchedBy.when === 'sometimes' ? ', for some of what is asked' : ''
  return `switch \`${switchedBy.name}\`${some}`
}

/** Who is refused, and when, beyond what `access` states. */
function rightsOf(call: (typeof httpCalls)[number]): string[] {
  return [
    call.administrator ? 'administrators alone, in their own session' : '',
    call.personAlone ? 'nobody who switched to the mailbox' : '',
    call.ownerOnly && !call.personAlone ? 'nobody who switched to the mailbox but administrators' : '',
    call.recentPassword === 'always' ? 'password entered within ten minutes' : '',
    call.recentPassword === 'sometimes' ? 'password entered within ten minutes, for some of what is asked' : '',
    switchText(call),
    call.whileLocked ? 'also while the screen is locked' : '',
    call.whilePasswordDue ? 'also while the password must be changed' : '',
    call.whileFolderClosed ? 'also for folders whose password was not entered' : '',
  ].filter(Boolean)
}

/** What of the own mailbox a call names, so that a folder with a password may close it. */
function namesIn({ query, body, params }: (typeof httpCalls)[number]): string[] {
  const marked = [query, body].flatMap((schema) => partsOf(schema).map((part) => thingOf(part.schema)))
  const things = new Set([...marked, ...Object.values(params)])
  return (['mail', 'folder', 'file', 'html'] as const).filter((thing) => things.has(thing))
}

/** Which words of the log of security a call may leave there. */
function notedOf({ noted }: (typeof httpCalls)[number]): string[] {
  if (noted === null || noted === 'nothing') return []
  return 'by' in noted ? Object.values(noted.kinds) : [noted.kind]
}

function callText(call: (typeof httpCalls)[number]): string {
  const lines = [`### ${call.method} /api/${call.path}`, '', `${call.title}. ${access[call.access]}`, '']
  const rights = call.access === 'public' ? [] : rightsOf(call)
  if (rights.length > 0) lines.push(`- rights: ${rights.join('; ')}`)
  const names = call.access === 'public' ? [] : namesIn(call)
  if (names.length > 0) lines.push(`- names: ${names.join(', ').replace('html', 'files by pictures of an HTML')}`)
  const noted = notedOf(call)
  if (noted.length > 0) lines.push(`- noted in the log of security: ${noted.join(', ')}`)
  if (call.renewsSettings) lines.push('- settings in other windows of the account are read again')
  const query = typeText(schemaOf(call.query, 'input'))
  const body = typeText(schemaOf(call.body, 'input'))
  if (query !== '{}') lines.push(`- query: \`${query}\``)
  if ('sends' in call) lines.push('- body: `multipart/form-data`')
  else if (body !== '{}') lines.push(`- body: \`${body}\``)
  lines.push(`- answer: ${'answers' in call ? 'the file itself' : `\`${typeText(schemaOf(call.data, 'output'))}\``}`)
  if (call.errors.length) {
    lines.push(`- errors: ${call.errors.map((code) => `${code} ${codeNames.get(code)}`).join(', ')}`)
  }
  return lines.join('\n')
}

/** The page docs/calls.md, made from the contracts; a test compares it with the file. */
export function callsPage(): string {
  const codes = Object.entries(Code)
    .sort(([, a], [, b]) => a - b)
    .map(([name, code]) => `| ${code} | ${name} | ${messageOf[code].zh} | ${messageOf[code].en} |`)
  return `# Calls

Made from \`shared/contracts\` by \`npm run docs:calls\`. Do not edit by hand.

Every call stands below \`/api/\`. JSON answers come in the envelope \`{ code, message, data }\`: \`code\` is 200 on success,
otherwise one of the codes below, \`message\` is a sentence for the person in their language, and \`data\` is null.
Any call may answer 400001, 401001, 401002, 429001, 500001 and 503003; the list of a call names what else it may answer.

## Codes

| code | name | message (zh) | message (en) |
| --- | --- | --- | --- |
${codes.join('\n')}

## HTTP

${httpCalls.map(callText).join('\n\n')}

## Socket

\`{wsUrl}/mail/message/{userMail}\`. The client says hello within five seconds, then the server talks.

- hello: \`${typeText(schemaOf(socketHello, 'input'))}\`
- messages: \`${typeText(schemaOf(socketMessage, 'output'))}\`
`
}
