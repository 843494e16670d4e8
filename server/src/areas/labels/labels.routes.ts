import { route } from '../../platform/http/route.ts'
import { refuseEmoji } from '../../store/switches/refuseEmoji.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { createLabel, deleteLabel, listLabels, updateLabel } from './labels.service.ts'

export const labelRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/label/list', async ({ caller }) => ({
    labelList: await listLabels(context, caller.accountId),
  }))
  route(app, 'POST', 'mail/main/label/save', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'labelName', body.labelName)
    return createLabel(context, caller.accountId, { name: body.labelName, color: body.color })
  })
  route(app, 'POST', 'mail/main/label/update', async ({ caller, body }) => {
    await refuseEmoji(context, caller.accountId, 'labelName', body.labelName)
    return updateLabel(context, caller.accountId, body.labelId, {
      name: body.labelName,
      color: body.color,
      state: body.state,
    })
  })
  route(app, 'POST', 'mail/main/label/delete', async ({ caller, body }) => {
    await deleteLabel(context, caller.accountId, body.labelId)
    return {}
  })
}
