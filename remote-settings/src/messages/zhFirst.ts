import folders from './zhFolders.ts'
import frame from './zhFrame.ts'
import general from './zhGeneral.ts'

/** What comes with the first page of the settings, in Chinese: the frame, and the pages that most people open. */
export default { ...frame, ...general, ...folders }
