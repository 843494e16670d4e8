import { GENERAL_DEFAULTS, SWITCH_DEFAULTS } from '@yanshu/contracts'
import {
  GENERAL_GUIDE,
  generalSettings,
  type SettingGuide,
  SWITCH_GUIDE,
  switchValues,
} from '@yanshu/contracts/schemas'
import type { z } from 'zod'
import { schemaOf, typeText } from './typeText.ts'

const ACTS = {
  calls: 'calls are refused (403001, or 400001 for a value)',
  places: 'routes and entries are gone',
  answers: 'answers of the server differ',
  screen: 'the screen differs',
}

const valuesOf = (schema: z.ZodType): string => typeText(schemaOf(schema, 'output')).replaceAll('|', '\\|')
const actsOf = ({ acts = [], later }: SettingGuide): string =>
  later ? `still to come: ${later}` : acts.map((act) => ACTS[act]).join('; ')

const row = (name: string, schema: z.ZodType, fallback: unknown, ...more: string[]) =>
  `| \`${name}\` | ${valuesOf(schema)} | \`${JSON.stringify(fallback)}\` | ${more.join(' | ')} |`

/** The page docs/switches.md, made from the schemas; a test compares it with the file. */
export function switchesPage(): string {
  const switches = Object.entries(SWITCH_GUIDE).map(([name, guide]) => {
    const key = switchValues.keyof().parse(name)
    return row(name, switchValues.shape[key], SWITCH_DEFAULTS[key], guide.what, actsOf(guide))
  })
  const general = Object.entries(GENERAL_GUIDE).map(([name, what]) => {
    const key = generalSettings.keyof().parse(name)
    return row(name, generalSettings.shape[key], GENERAL_DEFAULTS[key], what)
  })
  return `# Switches

Made from \`shared/contracts\` by \`npm run docs:calls\`. Do not edit by hand.

An operator sets a value for everybody, a department with those below it, or one person. The nearest holds, but nothing
below a value that is locked. Open windows follow within seconds.

\`\`\`sh
yanshu switch list                                            # every name, what is set, and for whom
yanshu switch list --user li.na@example.org                   # what holds for one person
yanshu switch set calendarEnable off --department 财务部
yanshu switch set fontSize 2                                  # the default of what people choose for themselves
yanshu switch set skin skin_3 --lock                          # for all, and nobody may choose another
yanshu switch unset calendarEnable --department 财务部
\`\`\`

## Switches of the operator

What is off is honoured on the screen and by the server alike.

| name | values | default | what it does | how it acts |
| --- | --- | --- | --- | --- |
${switches.join('\n')}

## What people choose for themselves

The value that an operator sets is the default of those who have chosen nothing. Where it is locked it holds for all;
saving another is refused (403001), and \`lockedSettings\` of the index settings names it.

| name | values | default | what it does |
| --- | --- | --- | --- |
${general.join('\n')}
`
}
