/** A list of ids from a column of JSON that this server wrote. */
export const readIds = (json: string): number[] => JSON.parse(json)
