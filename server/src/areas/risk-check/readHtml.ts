import { Parser } from 'htmlparser2'

/** What the rules ask of the HTML of a mail. */
export interface HtmlFacts {
  readonly links: readonly { readonly text: string; readonly href: string }[]
  readonly hidden: readonly string[]
  readonly forms: number
  readonly passwordFields: number
}

/** Characters that are looked at; a mail of this length is no letter of a person. */
const HTML_MAX = 512 * 1_024
const LINKS_MAX = 300
const HIDDEN_MAX = 20
const HIDING =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em)?\s*(?:;|!|$)|opacity\s*:\s*0(?:\.0*)?\s*(?:;|!|$)|mso-hide\s*:\s*all/i
const COLOUR = /(?:^|;)\s*color\s*:\s*(#fff(?:fff)?|white|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))/i
const GROUND = /background(?:-color)?\s*:/i
const VOIDS = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const SILENT = new Set(['script', 'style', 'title', 'head'])

/** Reads links, hidden text and forms in one pass. White text counts as hidden where no ground of its own is set. */
export function readHtml(html: string | null): HtmlFacts {
  const links: { text: string; href: string }[] = []
  const hidden: string[] = []
  let forms = 0
  let passwordFields = 0
  if (html === null) return { links, hidden, forms, passwordFields }
  const open: { name: string; hides: boolean }[] = []
  let hiding = 0
  let silent = 0
  let link: { text: string; href: string } | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'form') forms += 1
      if (name === 'input' && attributes.type?.toLowerCase() === 'password') passwordFields += 1
      if (name === 'a' && attributes.href) link = { text: '', href: attributes.href.trim() }
      if (VOIDS.has(name)) return
      const style = attributes.style ?? ''
      const hides = HIDING.test(style) || (COLOUR.test(style) && !GROUND.test(style)) || attributes.hidden !== undefined
      open.push({ name, hides })
      if (hides) hiding += 1
      if (SILENT.has(name)) silent += 1
    },
    ontext(text) {
      if (silent > 0) return
      if (hiding > 0) {
        if (text.trim().length > 1 && hidden.length < HIDDEN_MAX) hidden.push(text.trim().slice(0, 200))
        return
      }
      if (link) link.text += text
    },
    onclosetag(name) {
      if (name === 'a' && link) {
        if (links.length < LINKS_MAX)
          links.push({ text: link.text.trim().slice(0, 300), href: link.href.slice(0, 2_000) })
        link = null
      }
      const at = open.findLastIndex((one) => one.name === name)
      if (at < 0) return
      for (const one of open.splice(at)) {
        if (one.hides) hiding -= 1
        if (SILENT.has(one.name)) silent -= 1
      }
    },
  })
  parser.write(html.slice(0, HTML_MAX))
  parser.end()
  return { links, hidden, forms, passwordFields }
}
