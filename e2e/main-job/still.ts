/**
 * For `test.use`, in specs that wait and ask nothing about movement: what moves is drawn anew sixty times a second, by the
 * processor.
 */
export const WITHOUT_MOVEMENT = { contextOptions: { reducedMotion: 'reduce' } } as const
