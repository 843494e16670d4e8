import type { AddRoutes } from './areas/addRoutes.ts'
import { assistantRoutes } from './areas/assistant/index.ts'
import { calendarRoutes } from './areas/calendar/index.ts'
import { composeRoutes } from './areas/compose/index.ts'
import { contactBooks, contactRoutes } from './areas/contacts/index.ts'
import { davRoutes } from './areas/dav/index.ts'
import { deploymentRoutes } from './areas/deployments/index.ts'
import { fileRoutes } from './areas/files/index.ts'
import { folderRoutes } from './areas/folders/index.ts'
import { homeRoutes } from './areas/home/index.ts'
import { labelRoutes } from './areas/labels/index.ts'
import { loginRoutes } from './areas/login/index.ts'
import { actionRoutes, listRoutes } from './areas/mail/index.ts'
import { mailGroupRoutes } from './areas/mail-groups/index.ts'
import { organisationRoutes } from './areas/organisation/index.ts'
import { pushRoutes } from './areas/push/index.ts'
import { searchRoutes } from './areas/search/index.ts'
import { settingsRoutes } from './areas/settings/index.ts'
import { userRoutes } from './areas/user/index.ts'

/** Every area of the service. A call of the contract that none of them adds is found by a test. */
export const routes: readonly AddRoutes[] = [
  loginRoutes,
  userRoutes,
  settingsRoutes,
  folderRoutes,
  labelRoutes,
  listRoutes,
  actionRoutes,
  homeRoutes,
  searchRoutes,
  composeRoutes,
  fileRoutes,
  contactRoutes,
  organisationRoutes,
  calendarRoutes,
  mailGroupRoutes,
  deploymentRoutes,
  pushRoutes,
  assistantRoutes,
  davRoutes([contactBooks]),
]
