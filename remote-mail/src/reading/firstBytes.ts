/**
 * The first bytes of an answer, `most` or all there are; the rest is not fetched. `whole` is true when that was everything.
 *
 * @throws Error when the answer is not one of success
 */
export async function firstBytes(response: Response, most: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
  if (!response.ok || !response.body) throw new Error(response.statusText)
  const reader = response.body.getReader()
  const bytes = new Uint8Array(most)
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { bytes: bytes.subarray(0, length), whole: true }
    bytes.set(value.subarray(0, most - length), length)
    length += value.length
    if (length > most) {
      await reader.cancel()
      return { bytes, whole: false }
    }
  }
}
