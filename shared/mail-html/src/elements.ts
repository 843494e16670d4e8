const words = (text: string): readonly string[] => text.split(' ')

/** Elements a mail may consist of. Those that the passes turn into something else (forms, media) are among them. */
export const TAGS = words(
  'a abbr acronym address area article aside b bdi bdo big blockquote body br button caption center cite code col ' +
    'colgroup data dd del details dfn dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 ' +
    'head header hgroup hr html i img input ins kbd label legend li main map mark menu nav nobr ol optgroup option p ' +
    'picture pre q rp rt ruby s samp section select small span strike strong sub summary sup table tbody td textarea ' +
    'tfoot th thead time tr tt u ul var video wbr',
)

/** Elements that go with everything in them. Others that are refused leave their content: `video` has a linked image there. */
export const REFUSED_WITH_CONTENT = words(
  'annotation-xml applet audio desc embed foreignobject frameset iframe math mi mn mo ms mtext noembed noframes ' +
    'noscript object plaintext script style svg template title xmp',
)

/** Those of them whose content a browser reads as text, so that it goes on to the end when nothing closes it. */
export const RAW_TEXT: ReadonlySet<string> = new Set(words('iframe noembed noframes plaintext script style title xmp'))
