/** Answers which calls are worth hearing: those that differ from the typical call, and those with a complaint. */
import { type CallFigures, computeTypical, isWithCustomer, readFigures } from './call-figures.ts'
import { type Fact, listFacts, loadCalls, nameCall, nameQuestionScope, stateEmpty } from './compose-record.ts'
import { count, formatDuration, formatShare } from './dates.ts'
import type { AnswerKind } from './model.ts'
import { TranscriptReader } from './transcript-reader.ts'

/** Number of the newest calls whose transcripts are read for complaints. */
const READ_MAX = 20
const LISTED_MAX = 8
/** Differences from the typical call that are worth a look. */
const SHARE_OFF = 0.15
const SCORE_OFF = 15
const MONOLOGUE_TIMES = 2
const MONOLOGUE_SECONDS = 120
/** Number of questions that our side typically asks, from which a call without any is worth a look. */
const QUESTIONS_TYPICAL = 3

export const answerWorthHearing: AnswerKind = async (ports, question) => {
  const { calls, notice } = await loadCalls(ports, question)
  const outside = calls.filter(isWithCustomer)
  // “What should I listen to today?” is about no calls of today.
  if (outside.length === 0 && question.range !== undefined)
    return answerWorthHearing(ports, { ...question, within: question.anytime, range: undefined })
  if (outside.length === 0) return undefined
  const figures = new Map(outside.map((call) => [call.id, readFigures(call)]))
  const typical = computeTypical([...figures.values()])
  const reader = new TranscriptReader(ports, outside.slice(0, READ_MAX))
  const facts: (Fact & { readonly signs: number })[] = []
  for (const [at, call] of outside.entries()) {
    const own = figures.get(call.id)
    const differences = own === undefined ? [] : describeDifferences(own, typical)
    const wanted = { cues: ['complaints'], topic: [], isExternal: true } as const
    const [complaint] = at < READ_MAX ? await reader.findStatements(call, wanted) : []
    const signs = [...differences, ...(complaint === undefined ? [] : [`A complaint: ${complaint.text}`])]
    if (signs.length === 0) continue
    facts.push({
      text: `${nameCall(call)} (${call.owner.name}): ${signs.join(' ')}`,
      proofs: complaint?.proofs ?? [],
      calls: [call.id],
      signs: signs.length,
    })
  }
  const scope = `${count(outside.length, 'call')} with customers${nameQuestionScope(question)}`
  if (facts.length === 0) return stateEmpty(`None of ${scope} has a complaint or differs from the typical call.`)
  return listFacts(
    `${facts.length} of ${scope} with a complaint or a difference from the typical call, most signs first`,
    facts.toSorted((a, b) => b.signs - a.signs),
    { notice, limit: LISTED_MAX },
  )
}

function describeDifferences(own: CallFigures, typical: CallFigures): string[] {
  const found: string[] = []
  const compare = (
    value: number | null,
    usual: number | null,
    describe: (a: number, b: number) => string | undefined,
  ) => {
    const text = value === null || usual === null ? undefined : describe(value, usual)
    if (text !== undefined) found.push(text)
  }
  compare(own.score, typical.score, (a, b) =>
    Math.abs(a - b) < SCORE_OFF
      ? undefined
      : `${a > b ? 'A good example: scored' : 'Scored'} ${Math.round(a)} of 100, typically ${Math.round(b)}.`,
  )
  compare(own.talkShare, typical.talkShare, (a, b) =>
    Math.abs(a - b) < SHARE_OFF ? undefined : `We spoke ${formatShare(a)}, typically ${formatShare(b)}.`,
  )
  compare(own.monologue, typical.monologue, (a, b) =>
    a < MONOLOGUE_SECONDS || a < MONOLOGUE_TIMES * b
      ? undefined
      : `Our longest monologue took ${formatDuration(a)}, typically ${formatDuration(b)}.`,
  )
  compare(own.questions, typical.questions, (a, b) =>
    a > 0 || b < QUESTIONS_TYPICAL ? undefined : `We asked no question, typically ${b}.`,
  )
  return found
}
