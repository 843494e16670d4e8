const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const two = (value: number): string => String(value).padStart(2, '0')

/** Hours ahead of GMT as mail and Sieve write them: `+0800`, `-0330`. */
export function offsetText(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** A moment as mail writes it (RFC 5322 §3.3), on a clock so many hours ahead of GMT, which may be quarters of one. */
export function mailDate(at: number, zoneHours: number): string {
  const local = new Date(at + zoneHours * 3_600_000)
  const day = `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
  return `${day} ${time} ${offsetText(zoneHours)}`
}
