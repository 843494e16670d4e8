import { Code } from '@yanshu/contracts'
import { CallError } from '../../../platform/http/errors.ts'

export class CalendarNotFoundError extends CallError {
  constructor() {
    super(Code.calendarNotFound)
  }
}

export class EventNotFoundError extends CallError {
  constructor() {
    super(Code.eventNotFound)
  }
}

/** Somebody else changed the event after it was read. */
export class EventChangedError extends CallError {
  constructor() {
    super(Code.eventChanged)
  }
}

/** The rule of repetition cannot be read, or happens more often than is shown. */
export class EventRuleRefusedError extends CallError {
  constructor() {
    super(Code.eventRuleRefused)
  }
}

/** A calendar file that is none, or costs more to read than it may. */
export class CalendarFileRefusedError extends CallError {
  constructor() {
    super(Code.calendarFileRefused)
  }
}
