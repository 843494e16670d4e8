const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment as mail writes it (RFC 5322 §3.3), in a zone given in whole hours from GMT. */
export function mailDate(at: number, zoneHours: number): string {
  const local = new Date(at + zoneHours * 3_600_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`
  return `${day} ${time} ${zoneHours < 0 ? '-' : '+'}${two(Math.abs(zoneHours))}00`
}
