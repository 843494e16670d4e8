/// <reference path="../css.d.ts" />

// Dates and times, written or chosen from a calendar: they come with the first screen that asks for one.
//
// The calendar is our own and not Arco's. Arco's days, hours and minutes are elements without a role that only a pointer
// can press, so neither a keyboard nor a screen reader reaches them; it reads one format and drops other input without a
// message; and it is some ten times as large, so that its fields appeared later than the panel that they belong to.

export { DateField, type DateFieldProps, DateTimeField, type DateTimeFieldProps } from './DateField.tsx'
