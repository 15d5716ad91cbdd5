/** Suggests names for speakers from what people say to each other. No two speakers get the same name. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput, segmentText } from '../transcripts/index.ts'
import { assignNames, type Candidate, type ScoreTable } from './assign-names.ts'
import { findNameCues } from './find-cues.ts'
import { joinTurns, type SpokenLine } from './join-turns.ts'
import { matchName, toNameWords } from './known-names.ts'
import type { NameCue, SpeakerNameSuggestion } from './model.ts'
import { createNameJudge } from './name-judge.ts'
import { isUnnamedSpeaker } from './unnamed-speakers.ts'

/** Cost of each time that a speaker says the name: people rarely speak of themselves by name. */
const MENTION_COST = 1
const MENTIONS_MAX = 4
/** Weight of a spoken name that nobody on the list of known people has, if the list is as good as complete. */
const UNLISTED_WEIGHT = 0.3
/** Ratio of known people to speakers from which the list is as good as complete. */
const COMPLETE_RATIO = 0.75
/** Maximum number of different spoken names, and of known people, that are compared. */
const NAMES_MAX = 500
/** Maximum number of people that a spoken name can mean. */
const FITS_MAX = 5

type Fit = readonly [candidate: Candidate, fit: number]

/**
 * Suggests names for speakers without a name.
 * @param people names of people who may have spoken, such as the participants; the first 500 count
 */
export function suggestSpeakerNames(lines: readonly SpokenLine[], people: readonly string[]): SpeakerNameSuggestion[] {
  const known = [...new Set(people)].slice(0, NAMES_MAX)
  const turns = joinTurns(lines)
  const { cues, mentions } = findNameCues(turns, createNameJudge(turns, known))
  const spoken = [...cues, ...mentions].map(({ name }) => name)
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const isComplete = known.length >= COMPLETE_RATIO * speakers.length
  const resolve = createResolver(known, spoken, isComplete ? UNLISTED_WEIGHT : 1)
  const table: ScoreTable = new Map()
  for (const cue of cues) {
    for (const [candidate, fit] of resolve(cue.name)) addScore(table, cue, candidate, cue.weight * fit)
  }
  const costs = new Map<string, number>()
  for (const { speaker, name } of mentions) {
    for (const [candidate, fit] of resolve(name)) {
      const cell = table.get(speaker)?.get(candidate)
      const key = `${speaker}\n${candidate.name}`
      const cost = costs.get(key) ?? 0
      if (cell === undefined || cost >= MENTIONS_MAX) continue
      costs.set(key, cost + fit)
      cell.score -= MENTION_COST * fit
    }
  }
  return assignNames(table, speakers)
}

function addScore(table: ScoreTable, cue: NameCue, candidate: Candidate, score: number): void {
  const row = table.get(cue.speaker) ?? new Map()
  table.set(cue.speaker, row)
  const cell = row.get(candidate) ?? { score: 0, cues: [] }
  row.set(candidate, cell)
  cell.score += score
  cell.cues.push(cue)
}

/** Returns the candidates that a spoken name can mean. Their fits are divided if there are several. */
function createResolver(
  people: readonly string[],
  spoken: readonly string[],
  weight: number,
): (name: string) => readonly Fit[] {
  const known: Candidate[] = people.map((name) => ({ name, isKnown: true }))
  const counts = new Map<string, number>()
  for (const name of spoken) counts.set(name, (counts.get(name) ?? 0) + 1)
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, NAMES_MAX)
  // Longer names first, so that a first name means the person whose whole name is spoken elsewhere.
  const names = frequent.map(([name]) => name).sort((one, other) => countWords(other) - countWords(one))
  const heard: Candidate[] = []
  const resolved = new Map<string, readonly Fit[]>()
  for (const name of names) {
    const fits = findFits(name, known)
    const longer = fits.length > 0 ? [] : findFits(name, heard)
    if (fits.length > 0) resolved.set(name, fits)
    else if (longer.length > 0)
      resolved.set(
        name,
        longer.map(([candidate, fit]) => [candidate, fit * weight]),
      )
    else {
      const candidate = { name, isKnown: false }
      heard.push(candidate)
      resolved.set(name, [[candidate, weight]])
    }
  }
  return (name) => resolved.get(name) ?? []
}

const countWords = (name: string): number => toNameWords(name).length

function findFits(name: string, candidates: readonly Candidate[]): readonly Fit[] {
  const fits = candidates.map((candidate): Fit => [candidate, matchName(name, candidate.name)])
  const best = Math.max(0, ...fits.map(([, fit]) => fit))
  if (best === 0) return []
  const closest = fits.filter(([, fit]) => fit === best)
  return closest.slice(0, FITS_MAX).map(([candidate, fit]) => [candidate, fit / closest.length])
}

/** The same for the segments of a transcript. Returns nothing if all speakers have names. */
export function suggestTranscriptSpeakers(segments: SegmentsInput, people: readonly string[]): SpeakerNameSuggestion[] {
  const loaded = loadSegments(segments)
  if (!loaded.some(({ speaker }) => isUnnamedSpeaker(speaker.name))) return []
  const lines = loaded.map((segment) => ({ speaker: segment.speaker.name, text: segmentText(segment) }))
  return suggestSpeakerNames(lines, people)
}

export const speakerNamesTask = defineWorkerTask(import.meta.url, suggestTranscriptSpeakers, isShortInput)
