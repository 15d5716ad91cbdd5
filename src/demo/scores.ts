/** Scores of demo reviewers, in addition to automatic scores. */
import { CUSTOMER_CARE, DISCOVERY } from './definitions.ts'
import type { UserName } from './people.ts'

interface Score {
  /** Title of the scorecard question. */
  readonly title: string
  readonly score: number
  readonly why: string
  readonly evidence: string
}

export interface DemoScoring {
  readonly talk: string
  readonly scorecard: string
  readonly by: UserName
  readonly summary: string
  readonly items: readonly Score[]
}

export const SCORINGS: readonly DemoScoring[] = [
  {
    ...{ talk: 'harbor-1-discovery', scorecard: DISCOVERY, by: 'Marcus Adeyemi' },
    summary:
      'A first call to learn from: Karin names every number herself. Asking who decides could have come earlier.',
    items: [
      {
        ...{ title: 'Number of open questions asked', score: 5, why: 'Many, and none of them a trick.' },
        evidence: 'And how does a night get planned today?',
      },
      {
        ...{ title: 'What it costs them today was found out', score: 5, why: 'Asked for the size, got the figure.' },
        evidence: "That's roughly nine thousand dollars a month in credits.",
      },
      {
        ...{ title: 'Asked about the budget', score: 5, why: 'Asked plainly, and after the pain.' },
        evidence: 'Do you have a budget in mind, or is it too early?',
      },
      {
        ...{ title: 'Next step agreed', score: 5, why: 'A day, an hour, and who brings whom.' },
        evidence: 'And then we meet in two weeks, Tuesday, same time, with Devon for the first half hour?',
      },
    ],
  },
  {
    ...{ talk: 'saltmarsh-1-discovery', scorecard: DISCOVERY, by: 'Marcus Adeyemi' },
    summary: 'Warm and quick. Bettina said what hurts, and we went on with what we thought hurts.',
    items: [
      {
        ...{ title: 'Number of open questions asked', score: 3, why: 'Good ones, but they stop early.' },
        evidence: "Which one's the bigger problem?",
      },
      {
        ...{ title: 'What it costs them today was found out', score: 3, why: 'The carts yes, the weddings no.' },
        evidence: "That's, um, a hundred and fifty-four thousand.",
      },
      {
        ...{ title: 'Next step agreed', score: 5, why: 'A Wednesday at eleven.' },
        evidence: 'Would the Wednesday be okay, in two weeks, at eleven?',
      },
    ],
  },
  {
    ...{ talk: 'cobblequay-1-discovery', scorecard: DISCOVERY, by: 'Marcus Adeyemi' },
    summary: 'The question about a good morning opened everything.',
    items: [
      {
        ...{ title: 'Number of open questions asked', score: 5, why: 'Each leads to the next.' },
        evidence: 'And what would a good morning look like?',
      },
      {
        ...{
          title: 'What it costs them today was found out',
          score: 3,
          why: 'In mails and minutes, not yet in money.',
        },
        evidence: 'Sixty, seventy a day.',
      },
      {
        ...{ title: 'Next step agreed', score: 5, why: 'A Friday, with their own morning.' },
        evidence: 'Then Friday in two weeks, at ten?',
      },
    ],
  },
  {
    ...{ talk: 'marrowby-2-lost-proofs', scorecard: CUSTOMER_CARE, by: 'Ruth Calloway' },
    summary:
      'Nothing was dressed up, and every promise had a day. The mail in the wrong queue is ours to mend, not his.',
    items: [
      {
        ...{ title: 'Said plainly whose fault it was', score: 5, why: 'Before anybody asked.' },
        evidence: "That's our bug.",
      },
      { ...{ title: 'Apologized', score: 5, why: 'Once, and then to work.' }, evidence: "I'm very sorry." },
      {
        ...{ title: 'Follow-up agreed', score: 5, why: 'By Wednesday, and he kept it.' },
        evidence: 'By Wednesday evening.',
      },
    ],
  },
  {
    ...{ talk: 'marrowby-4-leaving', scorecard: CUSTOMER_CARE, by: 'Marcus Adeyemi' },
    summary: 'Dana took the blame where it was hers. We should have called Sheila two weeks earlier.',
    items: [
      {
        ...{ title: 'Said plainly whose fault it was', score: 5, why: 'In front of the chief executive.' },
        evidence: 'I should have.',
      },
      {
        ...{ title: 'Stayed calm and helpful', score: 3, why: 'Calm, but long on what we had already done.' },
        evidence: "You're right.",
      },
      {
        ...{ title: 'Follow-up agreed', score: 5, why: 'Two pages on Thursday, and a call before.' },
        evidence: "You'll have it on Thursday morning.",
      },
    ],
  },
]
