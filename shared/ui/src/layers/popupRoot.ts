/** The element that holds everything above the page: popovers, dialogs, notices. Made on first use. */
export function popupRoot(): HTMLElement {
  const found = document.getElementById('popup-root')
  if (found) return found
  const made = document.createElement('div')
  made.id = 'popup-root'
  document.body.append(made)
  return made
}
