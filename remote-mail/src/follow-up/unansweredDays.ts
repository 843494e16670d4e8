/** Where a device keeps after how many days an unanswered question is listed. */
export const UNANSWERED_DAYS_KEY = 'followup.unansweredDays'

/** What can be chosen. */
export const UNANSWERED_CHOICES = [1, 2, 3, 5, 7, 14] as const
