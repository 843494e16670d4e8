/** How the frame looks around and beneath the mail. */
export interface FrameLook {
  /** The reader's font size setting (§9): 1, 2 or 3, for 14, 16 or 18 px. */
  readonly fontSize: 1 | 2 | 3
  /** Whether the application's dark tones apply: dark application and a mail of tone `app`. */
  readonly dark: boolean
  /** Whether the mail lies on a white sheet in a dark application, which then needs a margin. */
  readonly sheet: boolean
}

const FONT_PX = { 1: 14, 2: 16, 3: 18 } as const

/** Tones of the frame; they cannot come from the application's tokens, because custom properties end at a document. */
const TONES = {
  light: { ground: 'transparent', text: '#1d2129', soft: '#5b6472', line: '#d9dde4', link: '#1f4fc4', fill: '#f4f5f7' },
  dark: { ground: 'transparent', text: '#e4e7ec', soft: '#a3abb8', line: '#3b424d', link: '#8fb0ff', fill: '#262b33' },
} as const

/**
 * Base typography in the weakest layer, so that the mail's own rules win, and the few rules a mail must not overrule in
 * a layer of `!important`s, which beat any rule of the mail whatever its weight.
 */
export function frameStyle({ fontSize, dark, sheet }: FrameLook): string {
  const tone = dark ? TONES.dark : TONES.light
  return `@layer guard, base;
@layer guard {
  html, body { height: auto !important; min-height: 0 !important; max-height: none !important; overflow: hidden !important; display: block !important; margin: 0 !important; padding: 0 !important; position: static !important; writing-mode: horizontal-tb !important; }
  body > .yanshu-mail { height: auto !important; min-height: 0 !important; max-height: none !important; display: flow-root !important; box-sizing: border-box !important; overflow-x: auto !important; overflow-y: hidden !important; float: none !important; }
  .yanshu-quote > summary { display: inline-block !important; visibility: visible !important; opacity: 1 !important; }
  .yanshu-scroll { max-width: 100% !important; overflow-x: auto !important; }
  .yanshu-pixel { display: none !important; }
  .yanshu-wide { max-width: 100% !important; min-width: 0 !important; }
}
@layer base {
  html { color-scheme: ${dark ? 'dark' : 'light'}; background: ${tone.ground}; -webkit-text-size-adjust: 100%; }
  body > .yanshu-mail {
    font: ${FONT_PX[fontSize]}px/1.65 "PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", "Noto Sans CJK SC", system-ui, sans-serif;
    color: ${tone.text}; overflow-wrap: break-word; text-autospace: normal;${sheet ? ' padding: 12px 16px;' : ''}
  }
  img { max-width: 100%; }
  img:not([height]) { height: auto; }
  a { color: ${tone.link}; text-underline-offset: 2px; }
  a:not([href]) { color: inherit; text-decoration: none; }
  pre { white-space: pre-wrap; font-family: ui-monospace, "SF Mono", Consolas, "Noto Sans Mono CJK SC", monospace; }
  hr { border: 0; border-top: 1px solid ${tone.line}; }
  blockquote { margin: 8px 0; padding-inline-start: 12px; border-inline-start: 2px solid ${tone.line}; color: ${tone.soft}; }
  table { border-spacing: 0; font-size: inherit; line-height: inherit; color: inherit; }
  .yanshu-held { display: inline-block; box-sizing: border-box; min-width: 24px; min-height: 24px; max-width: 100%; padding: 2px 6px; border: 1px dashed ${tone.line}; border-radius: 6px; background: ${tone.fill}; color: ${tone.soft}; font-size: 12px; line-height: 1.5; vertical-align: middle; overflow: hidden; }
  ::highlight(yanshu-marks) { background-color: #ffe58f; color: #1d2129; }
  .yanshu-quote { margin-top: 12px; }
  .yanshu-quote > summary { list-style: none; cursor: pointer; padding: 0 10px; border: 1px solid ${tone.line}; border-radius: 6px; background: ${tone.fill}; color: ${tone.soft}; font-size: 12px; line-height: 22px; user-select: none; }
  .yanshu-quote > summary::-webkit-details-marker { display: none; }
  .yanshu-quote > summary:focus-visible, a:focus-visible { outline: 2px solid ${tone.link}; outline-offset: 2px; }
  .yanshu-quote[open] > summary { margin-bottom: 8px; }
}
@media print {
  /* In the same layer as what keeps it in sight, or it would stay there. */
  @layer guard { .yanshu-quote > summary { display: none !important; } }
  /* Paper is white under a mail that is read in the dark as well. */
  @layer base {
    html { color-scheme: light; }
    blockquote { border-color: ${TONES.light.line}; color: ${TONES.light.soft}; }
    hr { border-color: ${TONES.light.line}; }
  }
  @page { size: A4; margin: 16mm; }
  html, body { overflow: visible !important; }
  body > .yanshu-mail { overflow: visible !important; color: #000; zoom: 1 !important; }
  a { color: inherit; }
  img, tr, blockquote { break-inside: avoid; }
}
`
}
