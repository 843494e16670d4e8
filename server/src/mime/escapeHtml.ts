/** Text as it stands in HTML: one escape for both sides. */
export { escapeHtml } from '@yanshu/contracts'
