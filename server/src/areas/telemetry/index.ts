export { beaconCounters } from './beaconCounters.ts'
export { telemetryRoutes } from './telemetry.routes.ts'
