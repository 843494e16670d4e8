import away from './zhAway.ts'
import data from './zhData.ts'
import signatures from './zhSignatures.ts'

/** What pages say that are opened seldom, in Chinese: about letters, checks, and taking data in and out. */
export default { ...data, away, signatures }
