import { fetchPart } from '@yanshu/shell-api'

/** Fetches what tells the server how this page does, once everything that somebody waits for is there. */
export function startBeacons(): void {
  fetchPart(() => import(/* webpackChunkName: "beacons" */ './tellServer.ts')).then(
    ({ tellServer }) => tellServer(),
    // A page whose network is that bad could not tell of it either.
    () => undefined,
  )
}
