import { userInfo } from 'node:os'
import { systemCode } from '../errors/systemCode.ts'

/** Errors of the file system, in words. */
const WORDS: Readonly<Record<string, string>> = {
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

function wordsFor(code: string): string | undefined {
  // A command that root runs goes on as the user of the service.
  return code === 'EACCES' || code === 'EPERM' ? `the user ${nameOfUser()} has no right to it` : WORDS[code]
}

/** The name of the user that this process runs as; the number where the system has no name for it. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

/** Why a file or folder could not be used, in words that follow a colon. */
export const fileFailure = (error: unknown): string => wordsFor(systemCode(error)) ?? String(error)

/** A sentence for an error of the file system that names its path; null for any other error. */
export function fileSentence(error: unknown): string | null {
  const words = wordsFor(systemCode(error))
  if (!words || !(error instanceof Error) || !('path' in error)) return null
  const target = 'dest' in error ? ` (to ${String(error.dest)})` : ''
  const remedy = ['ENOSPC', 'EDQUOT'].includes(systemCode(error))
    ? 'Make room, then try again'
    : 'Name another place, or change its rights'
  return `${String(error.path)}${target} cannot be used: ${words}. ${remedy}`
}
