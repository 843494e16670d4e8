import iconv from 'iconv-lite'

/** A one-page PDF 1.4 with a Chinese title in its metadata and lines of ASCII, which need no embedded font. */
export function pdfFile(title: string, lines: readonly string[]): Uint8Array {
  const hexTitle = `FEFF${iconv.encode(title, 'utf-16be').toString('hex').toUpperCase()}`
  const shown = lines
    .map((line) => `(${line.replace(/[^\x20-\x7e]/g, '?').replace(/[()\\]/g, '\\$&')}) Tj T*`)
    .join('\n')
  const stream = `BT /F1 12 Tf 18 TL 60 780 Td\n${shown}\nET\n0.09 0.47 1 RG 2 w 60 795 m 535 795 l S`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title <${hexTitle}> /Producer (Yanshu demonstration) >>`,
  ]
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** A table as CSV (RFC 4180) in GB 18030, which is what spreadsheet programs in China write. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cell = (value: string | number) =>
    /[",\r\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value)
  return iconv.encode(rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''), 'gb18030')
}

export interface Meeting {
  readonly uid: string
  readonly title: string
  readonly place: string
  /** Epoch milliseconds. */
  readonly start: number
  readonly end: number
  readonly stamp: number
  readonly organiser: { readonly name: string; readonly address: string }
  readonly guests: readonly { readonly name: string; readonly address: string }[]
}

/** An iCalendar object (RFC 5545) with lines folded at 75 bytes. */
export function icsFile(method: 'REQUEST' | 'REPLY' | 'PUBLISH', meeting: Meeting): string {
  const time = (value: number) => `${new Date(value).toISOString().replace(/[-:]|\.\d+/g, '')}`
  const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
  const guests = meeting.guests.map(
    ({ name, address }) =>
      `ATTENDEE;CN="${name}";ROLE=REQ-PARTICIPANT;PARTSTAT=${method === 'REPLY' ? 'ACCEPTED' : 'NEEDS-ACTION;RSVP=TRUE'}:mailto:${address}`,
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Yanshu//Demonstration//ZH',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    `DTSTAMP:${time(meeting.stamp)}`,
    `DTSTART:${time(meeting.start)}`,
    `DTEND:${time(meeting.end)}`,
    `SUMMARY:${escaped(meeting.title)}`,
    `LOCATION:${escaped(meeting.place)}`,
    `ORGANIZER;CN="${meeting.organiser.name}":mailto:${meeting.organiser.address}`,
    ...guests,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function fold(line: string): string {
  let folded = ''
  let size = 0
  for (const character of line) {
    const bytes = Buffer.byteLength(character)
    if (size + bytes > 73) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += bytes
  }
  return folded
}
