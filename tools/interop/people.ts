/** The organisation of docs/operations.md, and those of it whom the run needs. */
export const DOMAIN = 'example.org'
export const LI_NA = `li.na@${DOMAIN}`
export const ZHANG_WEI = `zhang.wei@${DOMAIN}`
/** The password of all people. */
export const PASSWORD = 'Wild-Goose-7'
/** Another organisation, whose mail the next hop accepts. */
export const PARTNER = 'elsewhere.org'
