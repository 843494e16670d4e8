export { calendarHomes } from './calendarHome.ts'
