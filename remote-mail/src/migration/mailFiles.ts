import { MIGRATION_FILES_MAX } from '@yanshu/contracts'

export type FileProblem = 'outlook' | 'foxmail' | 'empty' | 'tooMany'

/** Files of Outlook have properties of mails, not the mails as they were sent. */
const OUTLOOK = /\.(?:pst|ost|olm)$/i
/** A backup of Foxmail, whose form is not published. */
const FOXMAIL = /\.fox$/i

/** Which of the chosen files are uploaded, and why the others are not. @param there how many are chosen already */
export function judgeFiles(
  files: readonly File[],
  there: number,
): { readonly taken: File[]; readonly problems: { readonly name: string; readonly problem: FileProblem }[] } {
  const taken: File[] = []
  const problems: { name: string; problem: FileProblem }[] = []
  for (const file of files) {
    const problem = OUTLOOK.test(file.name)
      ? 'outlook'
      : FOXMAIL.test(file.name)
        ? 'foxmail'
        : file.size === 0
          ? 'empty'
          : there + taken.length >= MIGRATION_FILES_MAX
            ? 'tooMany'
            : null
    if (problem) problems.push({ name: file.name, problem })
    else taken.push(file)
  }
  return { taken, problems }
}
