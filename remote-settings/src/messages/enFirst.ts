import folders from './enFolders.ts'
import frame from './enFrame.ts'
import general from './enGeneral.ts'

/** What comes with the first page of the settings, in English: the frame, and the pages that most people open. */
export default { ...frame, ...general, ...folders }
