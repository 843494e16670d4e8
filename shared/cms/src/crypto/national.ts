/** SM2, SM3 and SM4, loaded with the first key or mail that needs them: neither browsers nor Node offer them whole. */
export const nationalAlgorithms = () => import(/* webpackChunkName: "later-national" */ './nationalAlgorithms.ts')
