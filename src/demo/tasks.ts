/** Tasks in the demo: promises of both sides that people keep, one of them done and one overdue. */
import type { UserName } from './people.ts'

export interface DemoTask {
  readonly talk: string
  /** User who keeps the promise as a task, and follows it if somebody outside promised it. */
  readonly by: UserName
  readonly text: string
  /** Words of the promise. */
  readonly quote: string
  /** Undefined if the words name the due date. */
  readonly dueInDays?: number
  readonly isDone?: true
}

export const TASKS: readonly DemoTask[] = [
  {
    ...{
      talk: 'cobblequay-2-demo',
      by: 'Lena Sorokin',
      text: 'Send Cobblequay the contract, and the name by Wednesday',
    },
    quote: "I'll send the contract on Monday, and the name by Wednesday.",
  },
  {
    ...{ talk: 'cobblequay-2-demo', by: 'Lena Sorokin', text: 'Check whether their customers can choose text or mail' },
    ...{ quote: "I'll check and get back to you.", dueInDays: 0 },
  },
  {
    ...{ talk: 'cobblequay-2-demo', by: 'Lena Sorokin', text: 'Send the list of the fourteen languages', isDone: true },
    quote: "I'll send you the list.",
  },
  {
    ...{ talk: 'cobblequay-2-demo', by: 'Lena Sorokin', text: 'Signed contract from Owen' },
    quote: "If there's nothing strange in it, I'll sign it by the end of next week.",
    dueInDays: 7,
  },
  {
    ...{
      talk: 'ottermoor-4-ten-trucks',
      by: 'Tom Birkett',
      text: 'Ask Marcus to hold the price until the turn of the year',
    },
    ...{ quote: "I'll ask Marcus whether we can hold it for you, and get back to you.", dueInDays: 1 },
  },
  {
    ...{
      talk: 'ottermoor-4-ten-trucks',
      by: 'Tom Birkett',
      text: 'Order from Paul',
      quote: "You'll have it by Friday.",
    },
  },
  {
    ...{ talk: 'fennick-3-expansion', by: 'Priya Raman', text: 'Send Alma the contract in two versions' },
    quote: "I'll send it to you by Monday.",
  },
  {
    ...{
      talk: 'internal-1-forecast',
      by: 'Marcus Adeyemi',
      text: 'Write up the page about the forecast and send it round',
    },
    quote: "I'll write it up by Wednesday and send it round, please correct me.",
  },
]
