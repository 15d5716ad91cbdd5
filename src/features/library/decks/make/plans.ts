/** Plans of the deck types: their slides in order, with ranks for shorter decks. */
import type { DeckKind } from './blocks-story.ts'
import type { SlideForm } from './layouts.ts'
import type { SalesCue } from './read-talk.ts'
import type { BlockName } from './structure.ts'

export type Planned =
  | { readonly block: BlockName; readonly rank: number }
  /** Found by a rule set, otherwise by a question. Shown as quotes. */
  | {
      readonly cue: SalesCue
      readonly question: string
      readonly title: string
      readonly form: SlideForm
      readonly rank: number
    }
  /** Found by a question of the user. */
  | { readonly question: string; readonly title: string; readonly form: SlideForm; readonly rank: number }

const block = (name: BlockName, rank: number): Planned => ({ block: name, rank })

const QUESTIONS: Readonly<Record<SalesCue, string>> = {
  needs: 'What problems, needs or pains does the customer describe?',
  goals: 'What does the customer want to achieve, and why now?',
  offer: 'What did we offer, propose or recommend, and how does it help?',
  price: 'What was said about the price, the budget or the terms?',
  timing: 'When does it have to be done, what are the dates and deadlines?',
  worries: 'What concerns, objections or risks were raised?',
  praise: 'What did the customer like, and what works well?',
  complaints: 'What does the customer complain about, and what does not work?',
}

const cue = (name: SalesCue, title: string, rank: number, form: SlideForm = 'bullets'): Planned => ({
  ...{ cue: name, question: QUESTIONS[name], title, rank, form },
})

/** Slides with lower ranks are kept longer. The cover has no rank: decks of two or more slides contain it. */
export const PLANS: Readonly<Record<DeckKind, readonly Planned[]>> = {
  recap: [
    block('glance', 1),
    block('settled', 2),
    block('decisions', 2),
    block('nextSteps', 3),
    block('openQuestions', 4),
    block('values', 6),
    block('voices', 5),
    block('course', 7),
    block('timeSpent', 10),
    block('talkShare', 8),
    block('topics', 9),
    block('trackers', 11),
    block('scores', 12),
    block('chapters', 20),
    block('people', 21),
  ],
  proposal: [
    cue('needs', 'Current situation', 1),
    cue('goals', 'Goals', 3),
    block('voices', 6),
    cue('offer', 'Proposed solution', 2),
    cue('price', 'Price and terms', 5, 'table'),
    block('settled', 7),
    block('decisions', 7),
    cue('timing', 'Timing', 8, 'table'),
    cue('worries', 'Concerns to address', 9),
    block('values', 12),
    block('nextSteps', 4),
    block('openQuestions', 10),
    block('course', 13),
    block('people', 20),
  ],
  business_review: [
    block('glance', 1),
    block('course', 2),
    block('timeSpent', 9),
    block('settled', 3),
    block('decisions', 3),
    cue('praise', 'What works well', 5),
    cue('complaints', 'What needs improvement', 6),
    block('voices', 7),
    block('values', 11),
    block('topics', 8),
    block('trackers', 13),
    block('talkShare', 12),
    block('scores', 10),
    block('openQuestions', 14),
    block('nextSteps', 4),
    block('chapters', 20),
    block('people', 21),
  ],
  pitch: [
    cue('needs', 'The problem', 1),
    block('voices', 3),
    cue('goals', 'Why now', 4),
    cue('offer', 'Our solution', 2),
    cue('praise', 'Customer feedback', 6, 'quote'),
    cue('price', 'Price and terms', 7, 'table'),
    cue('worries', 'Concerns', 8),
    block('settled', 9),
    block('decisions', 9),
    block('nextSteps', 5),
    block('people', 20),
  ],
  custom: [
    block('glance', 1),
    block('settled', 3),
    block('decisions', 3),
    block('voices', 5),
    block('course', 6),
    block('openQuestions', 4),
    block('nextSteps', 2),
    block('chapters', 20),
    block('people', 21),
  ],
}

/** Usual number of slides. Ranks from `LONG_RANK` on are for longer decks only. */
export const USUAL = 12
export const LONG_RANK = 20
