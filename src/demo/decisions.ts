/** Decisions of demo users about field values and suggested actions, by call and field key. */
import type { UserName } from './people.ts'

export interface Decision {
  readonly talk: string
  readonly by: UserName
  /** Keys of proposed values to confirm. */
  readonly confirm?: readonly string[]
  /** Values that replace a proposed value or fill an empty field. */
  readonly correct?: Readonly<Record<string, string | number>>
  /** New status of the user's newest action for the call. */
  readonly action?: 'drafted' | 'dismissed'
}

export interface DemoDeck {
  readonly by: UserName
  readonly talk: string
  /** Source of the presentation: the call, or its opportunity. */
  readonly of: 'talk' | 'opportunity'
  readonly type: 'recap' | 'proposal' | 'business_review'
}

export const DECKS: readonly DemoDeck[] = [
  { by: 'Marcus Adeyemi', talk: 'harbor-7-first-review', of: 'opportunity', type: 'business_review' },
  { by: 'Priya Raman', talk: 'fennick-3-expansion', of: 'talk', type: 'proposal' },
]

export const DECISIONS: readonly Decision[] = [
  {
    ...{ talk: 'harbor-4-negotiation', by: 'Priya Raman', confirm: ['competitors'] },
    correct: { vehicles: 117, budget: 65_000, price_per_vehicle: 46 },
  },
  {
    ...{ talk: 'pellwater-1-discovery', by: 'Priya Raman', confirm: ['vehicles', 'plan', 'competitors'] },
    correct: { price_per_vehicle: 48.72 },
  },
  {
    ...{ talk: 'pellwater-2-presentation', by: 'Priya Raman' },
    correct: { decision_maker: 'Colin Drexler, with Franz Brandl and the head of IT' },
  },
  {
    ...{ talk: 'pellwater-3-decision', by: 'Priya Raman', confirm: ['competitors'] },
    correct: { vehicles: 210, price_per_vehicle: 48.72, plan: 'Complete', decision_maker: 'Colin Drexler' },
  },
  {
    ...{ talk: 'ottermoor-1-discovery', by: 'Tom Birkett', confirm: ['plan', 'competitors'] },
    correct: { budget: 40_000, decision_maker: 'Paul Abernathy' },
  },
  { talk: 'ottermoor-3-slip', by: 'Tom Birkett', confirm: ['vehicles', 'plan'] },
  { talk: 'saltmarsh-1-discovery', by: 'Lena Sorokin', confirm: ['plan'] },
  { talk: 'cobblequay-1-discovery', by: 'Lena Sorokin', confirm: ['plan', 'competitors'] },
  { talk: 'fennick-3-expansion', by: 'Priya Raman', confirm: ['plan'] },
  { talk: 'saltmarsh-2-demo', by: 'Lena Sorokin', action: 'dismissed' },
  { talk: 'cobblequay-2-demo', by: 'Lena Sorokin', action: 'drafted' },
  { talk: 'internal-1-forecast', by: 'Marcus Adeyemi', action: 'drafted' },
  // The last decision marks the demo activity as complete.
  {
    ...{ talk: 'harbor-1-discovery', by: 'Priya Raman', confirm: ['plan', 'competitors'] },
    correct: { vehicles: 118, decision_maker: 'Elaine Prokop' },
  },
]
