import away from './enAway.ts'
import data from './enData.ts'
import signatures from './enSignatures.ts'

/** What pages say that are opened seldom, in English: about letters, checks, and taking data in and out. */
export default { ...data, away, signatures }
