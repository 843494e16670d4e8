/** Two short tones of a bell, in hertz and seconds from now. */
const TONES = [
  [880, 0],
  [1_175, 0.12],
] as const
const LENGTH = 0.35

/**
 * The sound of new mail. Made here, so that no file has to be fetched. A browser plays it once the user has acted on the
 * page; before that it stays silent.
 */
export function playSound(): void {
  if (!('AudioContext' in globalThis)) return
  const audio = new AudioContext()
  for (const [frequency, start] of TONES) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    const at = audio.currentTime + start
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.12, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + LENGTH)
  }
  setTimeout(() => void audio.close(), 1_000)
}
