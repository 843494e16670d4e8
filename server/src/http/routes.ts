import type { FastifyInstance } from 'fastify'
import { composeRoutes } from '../compose/compose.routes.ts'
import { contactRoutes } from '../contacts/contacts.routes.ts'
import type { Context } from '../context.ts'
import { fileRoutes } from '../files/file.routes.ts'
import { folderRoutes } from '../folders/folders.routes.ts'
import { labelRoutes } from '../labels/labels.routes.ts'
import { loginRoutes } from '../login/login.routes.ts'
import { actionRoutes } from '../mailbox/actions.routes.ts'
import { listRoutes } from '../mailbox/lists.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { settingsRoutes } from '../settings/settings.routes.ts'
import { userRoutes } from '../user/user.routes.ts'

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
  searchRoutes,
  composeRoutes,
  fileRoutes,
  contactRoutes,
]
