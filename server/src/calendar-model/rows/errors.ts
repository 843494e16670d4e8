import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

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

/** Another person changed the event after it was read. */
export class EventChangedError extends CallError {
  constructor() {
    super(Code.eventChanged)
  }
}

export class TaskNotFoundError extends CallError {
  constructor() {
    super(Code.taskNotFound)
  }
}

/** Another person changed the task after it was read. */
export class TaskChangedError extends CallError {
  constructor() {
    super(Code.taskChanged)
  }
}

/** Another person has organised the event: only they change what it is about, when it is and who comes. */
export class EventNotYoursError extends CallError {
  constructor() {
    super(Code.eventNotYours)
  }
}

/** An address could not be read as a calendar: not reachable, not allowed, too large, or something else. */
export class SubscriptionRefusedError extends CallError {
  constructor() {
    super(Code.subscriptionRefused)
  }
}

/** The rule of repetition cannot be read, or happens more often than is shown. */
export class EventRuleRefusedError extends CallError {
  constructor() {
    super(Code.eventRuleRefused)
  }
}

/** A calendar would hold more events than it may. */
export class CalendarFullError extends CallError {
  constructor() {
    super(Code.calendarFull)
  }
}

/** The event would be in a calendar twice. */
export class EventThereError extends CallError {
  constructor() {
    super(Code.eventThere)
  }
}

/** A calendar file that is none, or costs more to read than it may. */
export class CalendarFileRefusedError extends CallError {
  constructor() {
    super(Code.calendarFileRefused)
  }
}
