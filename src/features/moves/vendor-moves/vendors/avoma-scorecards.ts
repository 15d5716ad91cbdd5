/** Scorecards and evaluations of Avoma. Answers are texts of choices, from which scores are read. */
import { z } from 'zod'
import type { MissingPart, VendorScorecard, VendorScoring } from '../vendor.ts'
import { flag, id, instant, list, number, optionalId, words } from './fields.ts'

const scorecard = z.looseObject({
  uuid: id,
  name: words,
  state: words,
  is_ai: flag,
  questions: list(z.looseObject({ uuid: id, question: words, order: number, question_type: words })),
})
export const scorecardsResponse = list(scorecard)
export type AvomaScorecard = z.output<typeof scorecard>

const evaluation = z.looseObject({
  uuid: id,
  scorecard_uuid: optionalId,
  created: instant,
  modified: instant,
  meeting: z.looseObject({ uuid: id }),
  scored_by: z.looseObject({ email: words }).nullish().catch(undefined),
  evaluations: list(z.looseObject({ question_uuid: optionalId, answer_text: words, justification: words })),
})
export type AvomaEvaluation = z.output<typeof evaluation>
export const evaluationsResponse = z.looseObject({
  results: list(evaluation),
  next: z.string().nullish().catch(undefined),
})

/** Scorecards with questions. Nobody can score with drafts. */
export const toScorecards = (cards: readonly AvomaScorecard[]): VendorScorecard[] =>
  cards
    .filter(({ state, questions }) => state !== 'draft' && questions.length > 0)
    .map(({ uuid, name, questions }) => ({
      externalId: uuid,
      title: name ?? 'Scorecard of Avoma',
      questions: questions
        .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
        .map((question) => ({ externalId: question.uuid, text: question.question ?? '' })),
    }))

/** Results of people. Programs score too, with scorecards of their own. */
export function toScorings(
  evaluations: readonly AvomaEvaluation[],
  cards: readonly AvomaScorecard[],
): { readonly scorings: readonly VendorScoring[]; readonly missing: readonly MissingPart[] } {
  const programs = new Set(cards.filter(({ is_ai: isAi }) => isAi === true).map(({ uuid }) => uuid))
  const people = evaluations.filter((one) => !programs.has(one.scorecard_uuid ?? ''))
  const automatic = evaluations.length - people.length
  return {
    scorings: people.map((one) => ({
      scorecardId: one.scorecard_uuid ?? '',
      reviewerEmail: one.scored_by?.email,
      at: one.modified ?? one.created,
      answers: one.evaluations.flatMap(({ question_uuid: questionId, answer_text: answer, justification }) => {
        const score = readScore(answer)
        if (questionId === undefined || score === undefined) return []
        return [{ questionId, score, text: [answer, justification].filter(Boolean).join(': ') }]
      }),
    })),
    missing: automatic === 0 ? [] : [{ kind: 'scorecard_result', reason: 'automatic', count: automatic }],
  }
}

/** Questions have a scale from 1 to 5, or Yes and No, which are the ends of the scale. Other answers have no score. */
export function readScore(answer: string | undefined): number | undefined {
  const text = answer?.trim().toLowerCase() ?? ''
  if (/^(yes|true)\b/.test(text)) return 5
  if (/^(no|false)\b/.test(text)) return 1
  const [, digit] = /^([1-5])(?![\d.,])/.exec(text) ?? []
  return digit === undefined ? undefined : Number(digit)
}
