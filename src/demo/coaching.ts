/** Coaching in the demo: questions of colleagues about parts of calls and a folder of clips, and an answer. */
import type { UserName } from './people.ts'

/** Part of a call, or all clips of a library folder of the organization. */
export type DemoCoaching = CoachingText &
  (
    | {
        readonly talk: string
        /** First words of the part. */
        readonly from: string
        /** Last words of the part. */
        readonly to: string
      }
    | { readonly folder: string }
  )

interface CoachingText {
  readonly by: UserName
  readonly assignee: UserName
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
  {
    ...{ by: 'Dana Whitlock', assignee: 'Marcus Adeyemi', folder: 'Incidents', dueInDays: 4 },
    question:
      'Both clips are from weeks in which we failed a customer. What do Samir and I do in them that you want every team to do?',
  },
  {
    ...{ by: 'Marcus Adeyemi', assignee: 'Tom Birkett', folder: 'Negotiation', dueInDays: 6 },
    question: 'Which of the two clips would have helped with Ottermoor, and at which sentence of your call?',
    answer:
      'The one about sixty-five. When Greta said that the board had frozen everything, I offered ten trucks. I should have asked what the freeze is made of.',
  },
]
