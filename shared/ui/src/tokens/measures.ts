/** Font size setting of §9: 1 standard, 2 large, 3 extra large. */
export type FontSize = 1 | 2 | 3

/** Height of a list row in px: `wide` is the one-line row of two columns, `stacked` the three-line row of three columns. */
export const ROW_HEIGHTS = {
  wide: { 1: 40, 2: 44, 3: 48 },
  stacked: { 1: 72, 2: 80, 3: 88 },
} as const satisfies Record<string, Record<FontSize, number>>

/** Height in px of a heading between rows. */
export const HEADING_HEIGHTS = { 1: 28, 2: 30, 3: 34 } as const satisfies Record<FontSize, number>

/** Measures in px that change with the font size: one value for each of 1, 2, 3. */
export const SCALED = {
  'font-xs': [11, 13, 15],
  'font-s': [12, 14, 16],
  'font-m': [14, 16, 18],
  'font-l': [16, 18, 20],
  'font-xl': [20, 22, 25],
  'font-2xl': [28, 31, 35],
  'control-s': [28, 30, 34],
  'control-m': [32, 36, 40],
  'control-l': [40, 44, 48],
  'row-wide': [ROW_HEIGHTS.wide[1], ROW_HEIGHTS.wide[2], ROW_HEIGHTS.wide[3]],
  'row-stacked': [ROW_HEIGHTS.stacked[1], ROW_HEIGHTS.stacked[2], ROW_HEIGHTS.stacked[3]],
  'row-tree': [32, 36, 40],
} as const satisfies Record<string, readonly [number, number, number]>

/** Everything else; `z-*` orders the layers above the page. */
export const FIXED = {
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '32px',
  'radius-control': '6px',
  'radius-card': '10px',
  'radius-full': '999px',
  'topbar-height': '48px',
  'tabs-height': '36px',
  'tab-width': '160px',
  'sidebar-width': '210px',
  'sidebar-narrow': '56px',
  'reading-measure': '860px',
  touch: '44px',
  'leading-tight': '1.3',
  leading: '1.5',
  'leading-mail': '1.65',
  'motion-fast': '80ms',
  motion: '120ms',
  'motion-slow': '150ms',
  ease: 'cubic-bezier(0, 0, 0.2, 1)',
  'z-sticky': '10',
  'z-panel': '100',
  'z-dialog': '200',
  'z-popover': '300',
  'z-notice': '400',
  'z-tooltip': '500',
  'font-sans':
    '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif',
  'font-mono': 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono CJK SC", monospace',
} as const

/** In English letters of Latin fonts come first: quotation marks and dashes of Chinese fonts are as wide as a character. */
export const IN_ENGLISH = {
  'font-sans': `"Segoe UI", "SF Pro Text", -apple-system, Roboto, "Helvetica Neue", Arial, ${FIXED['font-sans']}`,
} as const

/** Shadows by mode: one for popovers, one for dialogs. */
export const SHADOWS = {
  light: {
    'shadow-popover': '0 0 0 1px #10131a14, 0 2px 4px #10131a0a, 0 8px 24px #10131a24',
    'shadow-dialog': '0 0 0 1px #10131a14, 0 16px 56px #10131a3d',
  },
  dark: {
    'shadow-popover': '0 0 0 1px #ffffff1a, 0 8px 24px #00000080',
    'shadow-dialog': '0 0 0 1px #ffffff1a, 0 16px 56px #000000a6',
  },
} as const
