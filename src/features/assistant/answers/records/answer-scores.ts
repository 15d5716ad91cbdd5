/** Answers from scorecard results. */
import { noCalls } from './answer-calls.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count } from './dates.ts'
import type { AnswerKind } from './model.ts'
import { TranscriptReader } from './transcript-reader.ts'

export const answerScores: AnswerKind = async (ports, question) => {
  // “How is Lena doing?” is about a person. “How is the rollout doing?” is about contents.
  if (question.words.has('doing') && !question.words.has('score') && question.people.length === 0) return undefined
  const { calls, notice } = await loadCalls(ports, question)
  const [first] = calls
  if (first === undefined) return noCalls(question)
  const scored = calls.flatMap((call) => call.scores.map((score) => ({ call, score })))
  const place =
    calls.length === 1 ? `the call ${nameCall(first)}` : `${count(calls.length, 'call')}${nameQuestionScope(question)}`
  if (scored.length === 0) return stateEmpty(`No scorecard results are recorded for ${place}.`)
  const round = (score: number) => Math.round(score * 10) / 10
  if (calls.length === 1) {
    const reader = new TranscriptReader(ports, [first])
    const facts: Fact[] = []
    for (const { title, summary, items, unscored = [] } of scored.map(({ score }) => score)) {
      facts.push({ text: `${title}: ${round(summary.averageScore)} of 100`, calls: [first.id] })
      for (const {
        title: item,
        numericResult: { score, max },
        evidences,
      } of items) {
        facts.push({
          text: `${title}, ${item}: ${round(score)} of ${max}`,
          proofs: await reader.findQuotes(
            first,
            evidences.slice(0, 1).map((quote) => ({ segment: null, quote })),
          ),
          calls: [first.id],
        })
      }
      if (unscored.length > 0)
        facts.push({
          text: `${title}: ${count(unscored.length, 'item')} without a score (${unscored.map(({ title: item }) => item).join('; ')})`,
          calls: [first.id],
        })
    }
    return listFacts(`Scores of ${place}`, facts, { limit: 25 })
  }
  const isWorst = question.words.has('worst') || question.words.has('lowest')
  const sorted = scored.toSorted(
    (a, b) => (isWorst ? 1 : -1) * (a.score.summary.averageScore - b.score.summary.averageScore),
  )
  const mean = scored.reduce((sum, { score }) => sum + score.summary.averageScore, 0) / scored.length
  return listFacts(
    `${count(scored.length, 'score')} in ${place}, ${round(mean)} of 100 on average. ${isWorst ? 'Lowest' : 'Highest'} first`,
    sorted.map(({ call, score: { title, summary } }) => ({
      text: `${nameCall(call)} (${call.owner.name}): ${round(summary.averageScore)} (${title})`,
      calls: [call.id],
    })),
    { notice },
  )
}
