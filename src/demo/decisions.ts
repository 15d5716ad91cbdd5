/** What people decide about what the analysis finds: who, in which talk, by the keys of the fields. */
import type { UserName } from './people.ts'

export interface Decision {
  readonly talk: string
  readonly by: UserName
  /** As it was proposed, where something was. */
  readonly confirm?: readonly string[]
  /** Another value, or one where nothing was found. */
  readonly correct?: Readonly<Record<string, string | number>>
  /** Whatever was proposed. */
  readonly reject?: readonly string[]
  /** What becomes of their newest action of that talk. */
  readonly action?: 'drafted' | 'dismissed'
}

export interface Deck {
  readonly by: UserName
  readonly talk: string
  /** Of that talk alone, or of the opportunity it belongs to. */
  readonly of: 'talk' | 'opportunity'
  readonly type: 'recap' | 'proposal' | 'business_review'
}

export const DECKS: readonly Deck[] = [
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
    ...{ talk: 'ottermoor-1-discovery', by: 'Tom Birkett', confirm: ['plan', 'competitors'] },
    correct: { budget: 40_000, decision_maker: 'Paul Abernathy' },
  },
  { talk: 'ottermoor-3-slip', by: 'Tom Birkett', confirm: ['vehicles', 'plan'], reject: ['budget', 'decision_maker'] },
  // Proposed where something else was said to cost that much, or somebody else to decide.
  { talk: 'saltmarsh-1-discovery', by: 'Lena Sorokin', confirm: ['plan'], reject: ['budget', 'decision_maker'] },
  { talk: 'cobblequay-1-discovery', by: 'Lena Sorokin', confirm: ['plan', 'competitors'], reject: ['decision_maker'] },
  { talk: 'fennick-3-expansion', by: 'Priya Raman', confirm: ['plan'], reject: ['decision_maker'] },
  { talk: 'saltmarsh-2-demo', by: 'Lena Sorokin', action: 'dismissed' },
  { talk: 'cobblequay-2-demo', by: 'Lena Sorokin', action: 'drafted' },
  { talk: 'internal-1-forecast', by: 'Marcus Adeyemi', action: 'drafted' },
  // The last one: whoever finds it made knows that all of this was done.
  {
    ...{ talk: 'harbor-1-discovery', by: 'Priya Raman', confirm: ['plan', 'competitors'] },
    correct: { vehicles: 118, decision_maker: 'Elaine Prokop' },
  },
]
