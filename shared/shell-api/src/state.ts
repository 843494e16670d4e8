import { createStore } from 'jotai'

/** The one jotai store of the page. Remotes keep their own atoms in it and never write the shell's. */
export const shellStore = /*#__PURE__*/ createStore()
