/** Days that are always the last three months, with the weekdays that people speak of. */

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

export interface TalkMoment {
  /** Working weeks before the last one that is over. */
  readonly week: number
  readonly day: (typeof DAYS)[number]
  /** `10:30`, on the clock of the machine. */
  readonly at: string
}

const FRIDAY = 5

export function momentOf({ week, day, at }: TalkMoment, now: Date): Date {
  const [hours, minutes] = at.split(':').map(Number)
  // At least a day back: on a Friday the week is not over.
  const sinceFriday = ((now.getDay() + 7 - FRIDAY - 1) % 7) + 1
  const monday = now.getDate() - sinceFriday - (DAYS.length - 1)
  const date = monday - week * 7 + DAYS.indexOf(day)
  return new Date(now.getFullYear(), now.getMonth(), date, hours, minutes)
}
