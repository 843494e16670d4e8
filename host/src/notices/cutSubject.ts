import { NOTIFICATION_SUBJECT_LENGTH } from '@yanshu/contracts'

/** A subject as a notification shows it: at most a hundred characters (§9), never cut inside a character. */
export function cutSubject(subject: string): string {
  const characters = [...subject.trim()]
  return characters.length <= NOTIFICATION_SUBJECT_LENGTH
    ? characters.join('')
    : `${characters.slice(0, NOTIFICATION_SUBJECT_LENGTH - 1).join('')}…`
}
