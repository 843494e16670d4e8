/** Whether a key press belongs to an input method that is still composing; such keys must never act. */
export function isComposing(event: { isComposing?: boolean; keyCode: number } | React.KeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing === true || native.keyCode === 229
}
