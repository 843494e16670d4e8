const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an address is of the machine that the browser runs on. */
export const isLocalAddress = (address: string): boolean =>
  URL.canParse(address) && LOCAL.has(new URL(address).hostname)
