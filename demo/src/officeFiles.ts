import { zipArchive } from './zipArchive.ts'

/** Minimal Office Open XML (ECMA-376) documents: the fewest parts that word processors and previewers accept. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function contentTypes(parts: readonly [path: string, type: string][]): string {
  const overrides = parts.map(
    ([path, type]) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

function relations(targets: readonly [type: string, target: string][]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${RELATIONS}">${list.join('')}</Relationships>`
}

/** A Word document of a heading and paragraphs. */
export function docxFile(title: string, paragraphs: readonly string[]): Uint8Array {
  const paragraph = (text: string, bold: boolean) =>
    `<w:p><w:r>${bold ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  const body = [paragraph(title, true), ...paragraphs.map((text) => paragraph(text, false))].join('')
  return zipArchive([
    { name: '[Content_Types].xml', content: contentTypes([['word/document.xml', 'wordprocessingml.document.main']]) },
    { name: '_rels/.rels', content: relations([['officeDocument', 'word/document.xml']]) },
    {
      name: 'word/document.xml',
      content: `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
  ])
}

/** A workbook of one sheet; numbers stay numbers. */
export function xlsxFile(sheet: string, rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return zipArchive([
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]),
    },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/_rels/workbook.xml.rels', content: relations([['worksheet', 'worksheets/sheet1.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
    },
  ])
}

/** A presentation of title slides. */
export function pptxFile(slides: readonly string[]): Uint8Array {
  const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main'
  const main = 'http://schemas.openxmlformats.org/presentationml/2006/main'
  const names = `xmlns:a="${drawing}" xmlns:r="${OFFICE}" xmlns:p="${main}"`
  const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
  const colours =
    '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
  const slide = (text: string) =>
    `${XML}<p:sld ${names}><p:cSld><p:spTree>${group}<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="600000" y="2400000"/><a:ext cx="8000000" cy="1500000"/></a:xfrm><a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="zh-CN" sz="3600"/><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`
  const colour = (name: string, value: string) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`
  const accents = [1, 2, 3, 4, 5, 6].map((index) => colour(`accent${index}`, '1677FF')).join('')
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
  const line = `<a:ln>${fill}</a:ln>`
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>'
  const theme = `${XML}<a:theme xmlns:a="${drawing}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${colour('dk1', '000000')}${colour('lt1', 'FFFFFF')}${colour('dk2', '1F2329')}${colour('lt2', 'F2F3F5')}${accents}${colour('hlink', '0000FF')}${colour('folHlink', '800080')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
  const list = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('')
  return zipArchive([
    {
      name: '[Content_Types].xml',
      content: contentTypes([
        ['ppt/presentation.xml', 'presentationml.presentation.main'],
        ['ppt/slideMasters/slideMaster1.xml', 'presentationml.slideMaster'],
        ['ppt/slideLayouts/slideLayout1.xml', 'presentationml.slideLayout'],
        ['ppt/theme/theme1.xml', 'theme'],
        ...slides.map((_, index): [string, string] => [`ppt/slides/slide${index + 1}.xml`, 'presentationml.slide']),
      ]),
    },
    { name: '_rels/.rels', content: relations([['officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      content: `${XML}<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relations([
        ['slideMaster', 'slideMasters/slideMaster1.xml'],
        ...slides.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`]),
      ]),
    },
    {
      name: 'ppt/slideMasters/slideMaster1.xml',
      content: `${XML}<p:sldMaster ${names}><p:cSld><p:spTree>${group}</p:spTree></p:cSld>${colours}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    },
    {
      name: 'ppt/slideMasters/_rels/slideMaster1.xml.rels',
      content: relations([
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ]),
    },
    {
      name: 'ppt/slideLayouts/slideLayout1.xml',
      content: `${XML}<p:sldLayout ${names} type="blank"><p:cSld name="Blank"><p:spTree>${group}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
    },
    {
      name: 'ppt/slideLayouts/_rels/slideLayout1.xml.rels',
      content: relations([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    },
    { name: 'ppt/theme/theme1.xml', content: theme },
    ...slides.flatMap((text, index) => [
      { name: `ppt/slides/slide${index + 1}.xml`, content: slide(text) },
      {
        name: `ppt/slides/_rels/slide${index + 1}.xml.rels`,
        content: relations([['slideLayout', '../slideLayouts/slideLayout1.xml']]),
      },
    ]),
  ])
}
