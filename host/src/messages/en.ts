import * as files from './files.ts'
import * as frame from './frame.ts'
import * as notices from './notices.ts'
import * as person from './person.ts'
import * as shortcuts from './shortcuts.ts'
import * as sidebar from './sidebar.ts'

/** The frame around the views, in English. */
export default {
  ...frame.en,
  ...shortcuts.en,
  ...sidebar.en,
  ...person.en,
  ...notices.en,
  ...files.en,
}
