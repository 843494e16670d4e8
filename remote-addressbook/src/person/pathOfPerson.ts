/** The path of the card of a person, by their address. */
export const pathOfPerson = (address: string): string =>
  `/addressbook/allcontacts?person=${encodeURIComponent(address.toLowerCase())}`
