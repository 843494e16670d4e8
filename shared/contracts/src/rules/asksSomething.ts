/** Characters of a mail that are looked through. */
const LOOKED_AT = 4_000

/** Where the text of an earlier mail begins. */
const QUOTED =
  /^\s*(?:>|-{2,}\s*(?:原始邮件|转发邮件|original message|forwarded)|发件人\s*[:：]|from:\s|on .{5,120} wrote:)/i

/** Addresses of pages have question marks of their own. */
const ADDRESS = /\b(?:https?:\/\/|www\.)\S+/gi

const ASKING = [
  /[?？](?:\s|["”」』)）]|$)/m,
  /请[^。！!\n]{0,12}(?:回复|答复|确认|告知|反馈|批示|审阅)/,
  /(?:能否|可否|是否(?:可以|方便|能)|盼复|望复|等您?的?(?:回复|答复|消息)|期待您?的?(?:回复|答复))/,
  /\bplease\b[^.!\n]{0,40}\b(?:reply|confirm|advise|answer|respond|let (?:me|us) know)\b/i,
  /\b(?:let (?:me|us) know|get back to (?:me|us)|(?:could|can|would) you (?!be surprised)|look(?:ing)? forward to (?:your|hearing))\b/i,
]

/** Whether a mail seems to ask for an answer, in Chinese or English, by its own words and not by those that it quotes. Pure. */
export function asksSomething(text: string): boolean {
  const lines = text.slice(0, LOOKED_AT).split('\n')
  const quoted = lines.findIndex((line) => QUOTED.test(line))
  const own = (quoted < 0 ? lines : lines.slice(0, quoted)).join('\n').replace(ADDRESS, '')
  return ASKING.some((pattern) => pattern.test(own))
}
