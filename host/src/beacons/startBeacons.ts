import { fetchPart } from '@yanshu/shell-api'

/** Fetches the code that reports to the server how this page performs, after everything that the user waits for. */
export function startBeacons(): void {
  fetchPart(() => import(/* webpackChunkName: "beacons" */ './sendBeacons.ts')).then(
    ({ sendBeacons }) => sendBeacons(),
    // A page whose network is that bad could not send a report either.
    () => undefined,
  )
}
