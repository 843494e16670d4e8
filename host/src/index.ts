/**
 * The first chunk of the page: decides by the rules of access, paints the login, and fetches the application while
 * the user types. Nothing that is imported here may import the router, the cache or the federation.
 */
import '@yanshu/ui/styles'
import { startPage } from './entry/start.tsx'

startPage()
