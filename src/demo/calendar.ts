/** Dates of the demo calls, in the last three months, on the weekdays that the calls mention. */

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] as const

export interface TalkMoment {
  /** Number of working weeks before the last complete one. */
  readonly week: number
  readonly day: (typeof DAYS)[number]
  /** Local time, such as `10:30`. */
  readonly at: string
}

const FRIDAY = 5

export function toMeetingDate({ week, day, at }: TalkMoment, now: Date): Date {
  const [hours, minutes] = at.split(':').map(Number)
  // At least one day ago, because the week isn't complete on Friday.
  const sinceFriday = ((now.getDay() + 7 - FRIDAY - 1) % 7) + 1
  const monday = now.getDate() - sinceFriday - (DAYS.length - 1)
  const date = monday - week * 7 + DAYS.indexOf(day)
  return new Date(now.getFullYear(), now.getMonth(), date, hours, minutes)
}
