/** Coaching in the demo: questions of colleagues about parts of calls, and an answer. */
import type { UserName } from './people.ts'

export interface DemoCoaching {
  readonly by: UserName
  readonly assignee: UserName
  readonly talk: string
  /** First words of the part. */
  readonly from: string
  /** Last words of the part. */
  readonly to: string
  readonly question: string
  readonly dueInDays: number
  /** Undefined if the colleague hasn't answered. */
  readonly answer?: string
}

export const COACHING: readonly DemoCoaching[] = [
  {
    ...{ by: 'Marcus Adeyemi', assignee: 'Lena Sorokin', talk: 'cobblequay-2-demo', dueInDays: 2 },
    ...{ from: "That's above my twelve hundred.", to: "I'd drink less coffee." },
    question:
      'Owen says that 1,368 is above his 1,200, and you answer with fewer vans instead of a discount. Why did that work?',
    answer:
      'Nadia had said that three vans only run on peak days, so the number came from her. And it left Owen a gap of 36 dollars, which he closed himself.',
  },
  {
    ...{ by: 'Ines Falk', assignee: 'Priya Raman', talk: 'harbor-4-negotiation', dueInDays: 3 },
    ...{ from: 'Then you see my point.', to: 'Twenty minutes a truck and night.' },
    question:
      'Elaine asks why she should not take Standard, and Karin answers for you. What would you ask Elaine before you answer?',
  },
  {
    ...{ by: 'Ines Falk', assignee: 'Marcus Adeyemi', talk: 'harbor-4-negotiation', dueInDays: 5 },
    ...{ from: 'Can I ask a question before we go on', to: "It's about the board." },
    question:
      'You ask what the sixty-five means, and the talk is about the board from then on. What made you ask it here? I want to show this to the team.',
  },
]
