/** Coaching in the demo: questions of colleagues about parts of calls, and an answer. */
import type { UserName } from './people.ts'

export interface DemoCoaching {
  readonly by: UserName
  readonly to: UserName
  readonly talk: string
  /** Seconds into the call. */
  readonly start: number
  readonly end: number
  readonly question: string
  readonly dueInDays: number
  /** Undefined if the colleague hasn't answered. */
  readonly answer?: string
}

export const COACHING: readonly DemoCoaching[] = [
  {
    ...{ by: 'Marcus Adeyemi', to: 'Lena Sorokin', talk: 'cobblequay-2-demo', start: 141.4, end: 172.7, dueInDays: 2 },
    question:
      'Owen says that 1,368 is above his 1,200, and you answer with fewer vans instead of a discount. Why did that work?',
    answer:
      'Nadia had said that three vans only run on peak days, so the number came from her. And it left Owen a gap of 36 dollars, which he closed himself.',
  },
  {
    ...{ by: 'Ines Falk', to: 'Priya Raman', talk: 'harbor-4-negotiation', start: 183.1, end: 202.1, dueInDays: 3 },
    question:
      'Elaine asks why she should not take Standard, and Karin answers for you. What would you ask Elaine before you answer?',
  },
  {
    ...{ by: 'Ines Falk', to: 'Marcus Adeyemi', talk: 'harbor-4-negotiation', start: 220.5, end: 262.6, dueInDays: 5 },
    question:
      'You ask what the sixty-five means, and the talk is about the board from then on. What made you ask it here? I want to show this to the team.',
  },
]
