/// <reference path="../css.d.ts" />

// Dates and times, written or chosen from a calendar: they come with the first screen that asks for one.
//
// The calendar is our own and not Arco's. Arco's days are elements without a role that only a pointer can press, its
// lists of hours and minutes likewise, so that neither a keyboard nor a screen reader reaches them; it reads one format
// and drops what is written in any other without a word; and it weighs some ten times as much, which is why its fields
// came a moment after the panel that they belong to.

export { DateField, type DateFieldProps, DateTimeField, type DateTimeFieldProps } from './DateField.tsx'
