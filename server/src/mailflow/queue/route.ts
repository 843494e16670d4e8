import type { Config } from '../../platform/config/config.ts'

type Routing = Pick<Config, 'relay' | 'routes'>

/** Whether a route is for a domain: its own, or one below it where it begins with a dot. */
export const fits = (of: string, domain: string): boolean => (of.startsWith('.') ? domain.endsWith(of) : domain === of)

/** The server that takes mail for a domain that is none of ours: that of the first route that fits, else the relay. */
export function route({ relay, routes }: Routing, domain: string): string | null {
  return routes.find((one) => fits(one.domain, domain.toLowerCase()))?.url ?? relay
}

/** The same for an address. */
export const routeOf = (routing: Routing, address: string): string | null =>
  route(routing, address.slice(address.lastIndexOf('@') + 1))
