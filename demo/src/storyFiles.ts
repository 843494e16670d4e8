import type { MailFile } from './composeMail.ts'
import { csvFile, icsFile, pdfFile } from './documentFiles.ts'
import { jpegFile, pngFile } from './imageFiles.ts'
import { docxFile, pptxFile, xlsxFile } from './officeFiles.ts'
import type { Random } from './random.ts'
import type { FileKind } from './topics.ts'
import { zipArchive } from './zipArchive.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** Makes one attachment of a kind, named after what the mail is about. */
export function storyFile(kind: FileKind, title: string, random: Random, date: number): MailFile {
  const stem = title.replace(/[\\/:*?"<>|【】（）\s]+/g, '').slice(0, 24) || '附件'
  const rows = [
    ['部门', '项目', '金额', '日期'],
    ...Array.from({ length: random.between(8, 40) }, (_, i) => [
      `第${i + 1}组`,
      stem,
      random.between(100, 99_999) / 10,
      `2026-${String((i % 12) + 1).padStart(2, '0')}-15`,
    ]),
  ]
  switch (kind) {
    case 'pdf':
      return {
        name: `${stem}.pdf`,
        contentType: 'application/pdf',
        content: pdfFile(title, [
          'Yanshu demonstration document',
          `No. ${random.hex(8).toUpperCase()}`,
          '',
          ...Array.from(
            { length: random.between(10, 36) },
            (_, i) => `Item ${i + 1}  quantity ${random.between(1, 90)}  price ${random.between(100, 9_999)}.00`,
          ),
        ]),
      }
    case 'png':
      return {
        name: `${stem}截图.png`,
        contentType: 'image/png',
        content: pngFile(
          random.pick([320, 480, 640]),
          random.pick([200, 270, 360]),
          Array.from({ length: random.between(5, 12) }, () => 0.1 + random.next() * 0.9),
          [random.between(10, 160), random.between(60, 160), random.between(120, 220)],
        ),
      }
    case 'jpg': {
      const [a, b] = [random.between(2, 9), random.between(2, 9)]
      return {
        name: `IMG_${random.between(1000, 9999)}.jpg`,
        contentType: 'image/jpeg',
        content: jpegFile(60, 45, (column, row) => 128 + 100 * Math.sin((column * a + row * b) / 30)),
      }
    }
    case 'docx':
      return {
        name: `${stem}.docx`,
        contentType: `${OFFICE}wordprocessingml.document`,
        content: docxFile(
          title,
          rows.slice(1, 12).map((row) => `${row[0]}：${row[1]}，预计 ${row[2]} 元，完成时间 ${row[3]}。`),
        ),
      }
    case 'xlsx':
      return { name: `${stem}.xlsx`, contentType: `${OFFICE}spreadsheetml.sheet`, content: xlsxFile('明细', rows) }
    case 'pptx':
      return {
        name: `${stem}.pptx`,
        contentType: `${OFFICE}presentationml.presentation`,
        content: pptxFile([title, '背景', '进展', '计划', '谢谢']),
      }
    case 'csv':
      return { name: `${stem}.csv`, contentType: 'text/csv', charset: 'gb18030', content: csvFile(rows) }
    case 'txt':
      return {
        name: `${stem}.txt`,
        contentType: 'text/plain',
        charset: 'utf-8',
        content: Buffer.from(
          Array.from(
            { length: random.between(20, 120) },
            (_, i) =>
              `[${String(i).padStart(4, '0')}] 处理请求 ${random.hex(12)}，耗时 ${random.between(1, 900)} 毫秒\n`,
          ).join(''),
        ),
      }
    case 'zip':
      return {
        name: `${stem}.zip`,
        contentType: 'application/zip',
        content: zipArchive([
          { name: '说明.txt', content: `${title}\n` },
          { name: '数据/明细.csv', content: csvFile(rows) },
          { name: '图片/图.png', content: pngFile(200, 120, [0.3, 0.8, 0.5], [22, 119, 255]) },
        ]),
      }
    case 'ics': {
      const start = date - (date % 86_400_000) + 2 * 86_400_000 + 2 * 3_600_000
      const host = { name: '雁书示例集团', address: 'office@yanshu.test' }
      return {
        name: 'visit.ics',
        contentType: 'text/calendar',
        charset: 'utf-8',
        content: Buffer.from(
          icsFile('PUBLISH', {
            uid: `${random.hex(16)}@yanshu.test`,
            title,
            place: '上海总部',
            start,
            end: start + 3_600_000,
            stamp: date,
            organiser: host,
            guests: [],
          }),
        ),
      }
    }
  }
}
