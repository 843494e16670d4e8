/// <reference path="../css.d.ts" />

// The editor of letters and of everything else that people write with looks: it comes with the first text that is written.

export { linkAddress } from './commands.ts'
export { PlainEditor, type PlainEditorProps } from './PlainEditor.tsx'
export type { ParserWindow } from './parserWindow.ts'
export { SPACINGS, type Spacing, type TextPort } from './port.ts'
export { type EditorHandle, RichEditor, type RichEditorProps } from './RichEditor.tsx'
