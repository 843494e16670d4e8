import { route } from '../../platform/http/route.ts'
import { requireSwitch } from '../../store/switches/switches.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { departmentTree, peopleOfDepartment } from './organisation.service.ts'

/** The organisation's departments and who works in them; refused where `displayOrg` is off (§6). */
export const organisationRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'contact/tree', async ({ caller }) => {
    await requireSwitch(context, caller.accountId, 'displayOrg')
    return { list: await departmentTree(context) }
  })
  route(app, 'GET', 'contact/department/people', async ({ caller, query }) => {
    await requireSwitch(context, caller.accountId, 'displayOrg')
    return peopleOfDepartment(context, query)
  })
}
