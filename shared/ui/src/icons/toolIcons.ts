import type { IconDrawing } from './paths.ts'

/** Line drawings of the tools of the editor, on a 20 px grid; they come with it. */
export const TOOL_ICONS = {
  'align-center': 'M3 4.5h14M5.5 8.2h9M3 11.8h14M5.5 15.5h9',
  'align-justify': 'M3 4.5h14M3 8.2h14M3 11.8h14M3 15.5h14',
  'align-left': 'M3 4.5h14M3 8.2h9M3 11.8h14M3 15.5h9',
  'align-right': 'M3 4.5h14M8 8.2h9M3 11.8h14M8 15.5h9',
  bold: 'M6 3.8h4.6a3 3 0 0 1 0 6H6zM6 9.8h5.4a3.2 3.2 0 0 1 0 6.4H6z',
  'clear-format': 'M5 4h10M10 4 8 14M12 12l5 5M17 12l-5 5',
  color: 'M4.8 13 10 3l5.2 10M6.5 9.8h7M3 17h14',
  emoji: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M7 11.8a3.4 3.4 0 0 0 6 0M7.6 7.8v.4M12.4 7.8v.4',
  'font-size': 'M2.5 15.5 6.8 4.5l4.3 11M4 11.8h5.6M12 15.5l2.8-7 2.7 7M12.9 13.2h3.7',
  highlight: 'M12.6 3.2l3.6 3.6-6.6 6.6-4.2.6.6-4.2zM10.2 5.6l3.6 3.6M3 17h14',
  italic: 'M8 3.8h6M6 16.2h6M11.6 3.8 8.4 16.2',
  'list-bullet': 'M7.5 5h9.5M7.5 10h9.5M7.5 15h9.5M3.8 5v.01M3.8 10v.01M3.8 15v.01',
  'list-number':
    'M8.5 5h8.5M8.5 10h8.5M8.5 15h8.5M3.2 4.2l1.2-.7V7M3 9.2a1 1 0 0 1 1.9.4c0 .8-1.9 1.2-1.9 2.4h2.2M3.1 14h1.9l-1 1.1a1 1 0 1 1-1 1.4',
  quote: 'M8.5 6C5.5 6.8 4 8.8 4 11.5V14h4.2v-4H5.8M16 6c-3 .8-4.5 2.8-4.5 5.5V14h4.2v-4h-2.4',
  redo: 'M13 4l3.5 3.5L13 11M16.2 7.5h-8a4.5 4.5 0 0 0 0 9H12',
  strike:
    'M3 10.2h14M13.8 6.2A3.6 3.6 0 0 0 10.2 3.6C8 3.6 6.3 4.8 6.3 6.8c0 .8.3 1.4.7 1.9M6 13.4a4 4 0 0 0 4.1 3c2.4 0 4-1.2 4-3.2 0-.5-.1-.9-.3-1.3',
  table:
    'M4.2 3.5h11.6A1.2 1.2 0 0 1 17 4.7v10.6a1.2 1.2 0 0 1-1.2 1.2H4.2A1.2 1.2 0 0 1 3 15.3V4.7a1.2 1.2 0 0 1 1.2-1.2zM3 8h14M3 12.2h14M8 3.5v13',
  underline: 'M5.8 3.5v5.2a4.2 4.2 0 0 0 8.4 0V3.5M4.5 17h11',
} as const satisfies Record<string, IconDrawing>
