const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, in elements and in attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPED[one] ?? one)
