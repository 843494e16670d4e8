/**
 * What HTML is parsed with. A page with a strict policy hands over a window of its own, in which style attributes are
 * neither dropped nor reported.
 */
export interface ParserWindow {
  readonly DOMParser: typeof DOMParser
}
