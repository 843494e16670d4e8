import * as files from './files.ts'
import * as frame from './frame.ts'
import * as notices from './notices.ts'
import * as person from './person.ts'
import * as shortcuts from './shortcuts.ts'
import * as sidebar from './sidebar.ts'

/** The frame around the views. What of it comes with its first script is listed in `webpack.config.ts`. */
export default {
  ...frame.zh,
  ...shortcuts.zh,
  ...sidebar.zh,
  ...person.zh,
  ...notices.zh,
  ...files.zh,
}
