import type { FastifyInstance } from 'fastify'
import { composeRoutes } from './areas/compose/compose.routes.ts'
import { contactRoutes } from './areas/contacts/contacts.routes.ts'
import { fileRoutes } from './areas/files/file.routes.ts'
import { folderRoutes } from './areas/folders/folders.routes.ts'
import { homeRoutes } from './areas/home/home.routes.ts'
import { labelRoutes } from './areas/labels/labels.routes.ts'
import { loginRoutes } from './areas/login/login.routes.ts'
import { actionRoutes } from './areas/mail/actions.routes.ts'
import { listRoutes } from './areas/mail/lists.routes.ts'
import { searchRoutes } from './areas/search/search.routes.ts'
import { settingsRoutes } from './areas/settings/settings.routes.ts'
import { userRoutes } from './areas/user/user.routes.ts'
import type { Context } from './context.ts'

/** Puts the calls of one area on the app. */
export type AddRoutes = (app: FastifyInstance, context: Context) => void

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
]
