import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { listAnnouncements, markAnnouncementsRead } from './announcements.service.ts'

export const announcementRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'console/announcement/listAll', async ({ caller }) => ({
    list: await listAnnouncements(context, caller.accountId),
  }))
  route(app, 'POST', 'console/announcement/read', async ({ caller, body }) => {
    await markAnnouncementsRead(context, caller.accountId, body.announcementIds)
    return {}
  })
}
