import type { KnownLetterOptions, LetterOptions } from '../http/letter.ts'

/** What holds where a letter does not name the option. */
export const LETTER_OPTION_DEFAULTS: KnownLetterOptions = {
  'mail.priority': 3,
  'mail.receipt': false,
  'mail.sendAt': null,
  'mail.followUp': null,
  'mail.reading': null,
  'mail.separately': false,
  'mail.approver': null,
  'mail.corrects': null,
}

export type KnownLetterOption = keyof KnownLetterOptions

/** The value of an option that the mail service acts on. */
export const optionOf = <N extends KnownLetterOption>(
  options: { readonly [K in KnownLetterOption]?: KnownLetterOptions[K] | undefined },
  name: N,
): KnownLetterOptions[N] => options[name] ?? LETTER_OPTION_DEFAULTS[name]

/** The options with one of them set; `undefined` and its default take it away. */
export function withOption<N extends string>(
  options: LetterOptions,
  name: N,
  value: N extends KnownLetterOption ? KnownLetterOptions[N] | undefined : unknown,
): LetterOptions {
  const { [name]: _, ...others } = options
  return value === undefined || value === Reflect.get(LETTER_OPTION_DEFAULTS, name)
    ? others
    : { ...others, [name]: value }
}

/** The part of an option's name before the dot: `mail`, or the remote that it belongs to. */
export const namespaceOf = (name: string): string => name.slice(0, name.indexOf('.'))

/** The names of options that are for the mail service and that this build does not know: those of a newer one. */
export const unknownMailOptions = (options: LetterOptions): readonly string[] =>
  Object.keys(options).filter((name) => namespaceOf(name) === 'mail' && !Object.hasOwn(LETTER_OPTION_DEFAULTS, name))

/** What clients and servers of former versions say of the options that there were then. */
export interface FormerOptionFields {
  readonly options?: LetterOptions | undefined
  readonly priority?: KnownLetterOptions['mail.priority'] | undefined
  readonly requestReceipt?: boolean | undefined
}

/** The options of a letter of any version: `options` where it has them, otherwise the two that were fields. */
export const optionsIn = ({ options, priority, requestReceipt }: FormerOptionFields): LetterOptions =>
  options ?? withOption(withOption({}, 'mail.priority', priority), 'mail.receipt', requestReceipt)

/** The two options that former versions know, as they name them. */
export const formerFieldsOf = (options: LetterOptions) => ({
  priority: optionOf(options, 'mail.priority'),
  requestReceipt: optionOf(options, 'mail.receipt'),
})
