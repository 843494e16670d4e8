import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { departmentTree, peopleOfDepartment } from './organisation.service.ts'

/** The organisation's departments and who works in them; refused where `displayOrg` is off (§6). */
export const organisationRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'contact/tree', async () => ({ list: await departmentTree(context) }))
  route(app, 'GET', 'contact/department/people', ({ query }) => peopleOfDepartment(context, query))
}
