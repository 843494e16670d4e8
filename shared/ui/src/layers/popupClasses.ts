import css from './popup.module.css'

/** The one look of what opens above the page beside something, and of the lines of a list inside. */
export const popupClass = css.popup
export const optionClass = css.option
