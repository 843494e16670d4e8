import { UPLOAD_SIZE_MAX } from '@yanshu/contracts'

export type FileProblem = 'empty' | 'tooLarge' | 'sameName' | 'tooMany'

/** Why a file cannot join others (§5, §8: below 50 MB, not 0 kB, no name twice), or null. */
export function fileProblem(
  file: Pick<File, 'name' | 'size'>,
  others: readonly Pick<File, 'name'>[],
  most: number,
): FileProblem | null {
  if (others.length >= most) return 'tooMany'
  if (file.size === 0) return 'empty'
  if (file.size >= UPLOAD_SIZE_MAX) return 'tooLarge'
  return others.some(({ name }) => name === file.name) ? 'sameName' : null
}
