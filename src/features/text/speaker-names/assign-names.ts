/** Assigns each name to at most one speaker. */
import { matchName } from './known-names.ts'
import { EVIDENCE_MAX, type NameCue, type SpeakerNameSuggestion } from './model.ts'
import { isUnnamedSpeaker } from './unnamed-speakers.ts'

/** A person whose name was spoken. */
export interface Candidate {
  readonly name: string
  readonly isKnown: boolean
}

interface Score {
  score: number
  readonly cues: NameCue[]
}
/** Scores by speaker and candidate. */
export type ScoreTable = Map<string, Map<Candidate, Score>>

interface Pair extends Score {
  readonly speaker: string
  readonly candidate: Candidate
}

/** Minimum score of a known person, and of a name that only the call contains. */
const KNOWN_SCORE_MIN = 1.5
const HEARD_SCORE_MIN = 4
/** The second best name of a speaker, and the second best speaker of a name, have at most this ratio of the score. */
const RIVAL_RATIO_MAX = 0.6

/**
 * Ratio of correct suggestions by score, from the highest: `npm run eval:speakers` (November 2026, earnings calls and
 * calls recognized by Zoom, names removed).
 */
const CONFIDENCE: Readonly<Record<'known' | 'heard', readonly (readonly [score: number, ratio: number])[]>> = {
  known: [
    [4, 0.99],
    [2.5, 0.97],
    [0, 0.88],
  ],
  heard: [
    [6, 0.95],
    [0, 0.88],
  ],
}

/** @param speakers all speakers of the transcript. Those with names keep them, and nobody else gets these names */
export function assignNames(table: ScoreTable, speakers: readonly string[]): SpeakerNameSuggestion[] {
  const named = speakers.filter((speaker) => !isUnnamedSpeaker(speaker))
  const isTaken = ({ name }: Candidate) => named.some((speaker) => matchName(name, speaker) > 0)
  const candidates = new Set([...table.values()].flatMap((row) => [...row.keys()]))
  const taken = new Set([...candidates].filter(isTaken))
  const done = new Set(named)
  const pairs: Pair[] = [...table]
    .filter(([speaker]) => !done.has(speaker))
    .flatMap(([speaker, row]) => [...row].map(([candidate, cell]) => ({ speaker, candidate, ...cell })))
    .filter(({ candidate, score }) => score > 0 && !taken.has(candidate))
    .sort((one, other) => other.score - one.score)
  const bySpeaker = Map.groupBy(pairs, ({ speaker }) => speaker)
  const byCandidate = Map.groupBy(pairs, ({ candidate }) => candidate)
  const suggestions: SpeakerNameSuggestion[] = []
  for (const pair of pairs) {
    const { speaker, candidate, score } = pair
    if (score < (candidate.isKnown ? KNOWN_SCORE_MIN : HEARD_SCORE_MIN)) continue
    const isFree = (other: Pair) => !(done.has(other.speaker) || taken.has(other.candidate))
    if (!isFree(pair)) continue
    const isRival = (other: Pair) => other !== pair && isFree(other)
    const rivals = [bySpeaker.get(speaker)?.find(isRival), byCandidate.get(candidate)?.find(isRival)]
    if (rivals.some((rival) => rival !== undefined && rival.score > RIVAL_RATIO_MAX * score)) continue
    done.add(speaker)
    taken.add(candidate)
    suggestions.push(toSuggestion(pair))
  }
  return suggestions
}

function toSuggestion({ speaker, candidate: { name, isKnown }, score, cues }: Pair): SpeakerNameSuggestion {
  const [, confidence = 0] = CONFIDENCE[isKnown ? 'known' : 'heard'].find(([minimum]) => score >= minimum) ?? []
  const strongest = [...cues].sort((one, other) => other.weight - one.weight || one.segment - other.segment)
  const distinct = [...new Map(strongest.toReversed().map((cue) => [cue.segment, cue])).values()].toReversed()
  const evidence = distinct.slice(0, EVIDENCE_MAX).map(({ segment, kind, name: said }) => ({ segment, kind, said }))
  return { speaker, name, isKnown, confidence, evidence }
}
