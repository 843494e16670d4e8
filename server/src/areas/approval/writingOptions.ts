import type { LetterOptions } from '@yanshu/contracts'

/** The options of a letter of the queue, from its column `writing`; none of what a program wrote. */
export function optionsIn(writing: string | null): LetterOptions {
  const { options = '{}' } = JSON.parse(writing ?? '{}') as { readonly options?: string }
  return JSON.parse(options)
}
