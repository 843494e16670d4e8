import { ATTACHMENT_SIZE_MAX, ATTACHMENTS_MAX, SUBJECT_MAX } from '../limits.ts'
import { lengthOf } from './names.ts'

export type SubjectProblem = 'required' | 'too-long'
export type AttachmentProblem = 'empty' | 'duplicate' | 'too-many' | 'too-large' | 'blocked-type'

/** What may not be attached unless the operator sets others (controlFileTypes): extensions that run when opened. */
export const DEFAULT_CONTROL_FILE_TYPES: readonly string[] = [
  'ade',
  'adp',
  'apk',
  'app',
  'appx',
  'bat',
  'cab',
  'chm',
  'cmd',
  'com',
  'cpl',
  'dll',
  'dmg',
  'exe',
  'hta',
  'ins',
  'iso',
  'isp',
  'jar',
  'jse',
  'lib',
  'lnk',
  'mde',
  'msc',
  'msi',
  'msix',
  'msp',
  'mst',
  'pif',
  'ps1',
  'reg',
  'scr',
  'sct',
  'shb',
  'sys',
  'vb',
  'vbe',
  'vbs',
  'vhd',
  'vxd',
  'wsc',
  'wsf',
  'wsh',
]

/** Required, at most 100 characters (§5, Compose). */
export function subjectProblem(subject: string): SubjectProblem | null {
  if (!subject.trim()) return 'required'
  return lengthOf(subject) > SUBJECT_MAX ? 'too-long' : null
}

/** The extension in lower case without its dot, '' when there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(dot + 1).toLowerCase() : ''
}

/**
 * Whether a file may join the attachments already chosen (§5, Compose).
 * @param blocked extensions of the organisation that may not be attached, in lower case without dots
 */
export function attachmentProblem(
  file: { name: string; size: number },
  chosen: readonly { name: string }[],
  blocked: readonly string[] = DEFAULT_CONTROL_FILE_TYPES,
): AttachmentProblem | null {
  if (chosen.length >= ATTACHMENTS_MAX) return 'too-many'
  if (file.size === 0) return 'empty'
  if (file.size > ATTACHMENT_SIZE_MAX) return 'too-large'
  const extension = extensionOf(file.name)
  if (blocked.includes(extension)) return 'blocked-type'
  return chosen.some((other) => other.name.toLowerCase() === file.name.toLowerCase()) ? 'duplicate' : null
}

/**
 * The signature that a letter from `sender` begins with: one that is for this address comes before one for all. Answers
 * and forwarded mails are `forReply`.
 */
export const signatureFor = <
  S extends { readonly sender: string; readonly forNew: boolean; readonly forReply: boolean },
>(
  signatures: readonly S[],
  sender: string,
  kind: 'forNew' | 'forReply',
): S | undefined => {
  const meant = signatures.filter((one) => one[kind])
  return meant.find((one) => one.sender === sender.toLowerCase()) ?? meant.find((one) => one.sender === '')
}
