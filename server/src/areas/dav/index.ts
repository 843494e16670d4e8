export { createBasicLogin } from './basicLogin.ts'
export { answerDavError, davRoutes } from './dav.routes.ts'
export { responseOf, type Value, wantedOf } from './properties.ts'
export { changedProperties, proppatchResponse } from './proppatch.ts'
