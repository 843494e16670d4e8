/** Where the words of this remote stand. */
export const NS = 'remote-compose'
