/** Where the card of somebody known by an address is shown. */
export const pathOfPerson = (address: string): string =>
  `/addressbook/allcontacts?person=${encodeURIComponent(address.toLowerCase())}`
