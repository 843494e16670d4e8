const CHOICES = [-1, 0, 5, 10, 15, 30, 60, 120, 1_440, 2_880]

/** The minutes that the form offers, with the one that is set among them. */
export const reminderChoices = (value: number): number[] => [...new Set([...CHOICES, value])].toSorted((a, b) => a - b)

/** `提前 15 分钟`, `1 day before`; minutes before the start, less than none for never. */
export function reminderText(minutes: number, say: (key: string, values?: Record<string, number>) => string): string {
  if (minutes < 0) return say('reminder.none')
  if (minutes === 0) return say('reminder.start')
  if (minutes % 1_440 === 0) return say('reminder.days', { count: minutes / 1_440 })
  return minutes % 60 === 0
    ? say('reminder.hours', { count: minutes / 60 })
    : say('reminder.minutes', { count: minutes })
}
