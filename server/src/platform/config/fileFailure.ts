import { systemCode } from '../errors/systemCode.ts'

/** Errors of the file system, in words. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'its disk is read-only',
  ENOENT: 'it is not there',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'a file stands where a folder should be',
  EISDIR: 'a folder stands where a file should be',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the share of the disk that this user may fill is full',
  EMFILE: 'too many files are open',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
}

/** Why a file or folder could not be used, in words that follow a colon. */
export const fileFailure = (error: unknown): string => WORDS[systemCode(error)] ?? String(error)

/** A sentence for an error of the file system that names its path; null for any other error. */
export function fileSentence(error: unknown): string | null {
  const words = WORDS[systemCode(error)]
  if (!words || !(error instanceof Error) || !('path' in error)) return null
  const target = 'dest' in error ? ` (to ${String(error.dest)})` : ''
  const remedy = ['ENOSPC', 'EDQUOT'].includes(systemCode(error))
    ? 'Make room, then try again'
    : 'Name another place, or change its rights'
  return `${String(error.path)}${target} cannot be used: ${words}. ${remedy}`
}
