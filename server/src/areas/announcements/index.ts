export { announcementRoutes } from './announcements.routes.ts'
export {
  everyAnnouncement,
  publishAnnouncement,
  unreadAnnouncements,
  withdrawAnnouncement,
} from './announcements.service.ts'
