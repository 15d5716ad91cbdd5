/** Types of answers from records. */
import type { Context } from '../../../../core/operation.ts'
import type { IntelligenceValue, ScorecardResult, Statistics } from '../../../conversations/records/index.ts'
import type { GatherPorts } from '../evidence.ts'
import type { ScopedConversations } from '../queries.ts'
import type { AnswerPart } from '../text.ts'
import type { DurationRange } from './duration-range.ts'
import type { TimeRange } from './time-range.ts'

export type RecordPorts = GatherPorts & Pick<Context, 'principal' | 'requestWorkers'>

export interface RecordsAnswer {
  /** Parts of the answer with their quotes, in order. */
  readonly pieces: readonly AnswerPart[]
  /** Conversations that the facts come from, with or without quotes. */
  readonly conversations: readonly string[]
  /** False if the record exists and is empty. */
  readonly answered: boolean
  /** Description of omitted parts. Null if nothing was omitted. */
  readonly notice: string | null
  /** Whether a language model answers better, because the answer is a list of quotes and no record. */
  readonly yieldsToModel?: boolean
  /** Whether quotes from the transcripts are better than this answer, because it states that nothing was recognized. */
  readonly yieldsToQuotes?: boolean
}

export interface Participant {
  readonly name: string
  readonly email: string | null
  /** Whether the person belongs to the organization. Null if unknown. */
  readonly isInternal: boolean | null
}

/** Records of one conversation, without its transcript. */
export interface CallRecord {
  readonly id: string
  readonly title: string
  readonly startedAt: string
  /** Whether the source stated the start. Otherwise `startedAt` is the time of the import. */
  readonly hasStart: boolean
  /** Duration of the recording or transcript in seconds. Null if unknown. */
  readonly duration: number | null
  readonly isAnalyzed: boolean
  readonly language: string | null
  readonly owner: { readonly id: string; readonly name: string; readonly email: string }
  readonly team: string | null
  readonly opportunity: { readonly id: string; readonly externalId: string; readonly title: string } | null
  readonly people: readonly Participant[]
  readonly labels: Readonly<Record<string, string>>
  /** Null if there are no statistics of the current transcript. */
  readonly statistics: Statistics | null
  readonly scores: readonly ScorecardResult[]
  /** Field values, with confirmed values before proposed ones. */
  readonly values: readonly IntelligenceValue[]
  /** Keys of the values that a person confirmed or entered. */
  readonly confirmedKeys: readonly string[]
}

/** Side of a conversation that a question names. */
export type Side = 'internal' | 'external'

/** A question after its restrictions were resolved. */
export interface RecordQuestion {
  readonly prompt: string
  readonly now: Date
  /** Normalized words, without the time range. */
  readonly words: ReadonlySet<string>
  readonly within: ScopedConversations
  readonly range: TimeRange | undefined
  /** Durations of the calls. */
  readonly duration: DurationRange | undefined
  /** Calls of the question at all times: `within` without the time range. */
  readonly anytime: ScopedConversations
  /** Stems that a record must contain. Empty if the question has no topic. */
  readonly topic: readonly string[]
  /** Topic in the words of the question. */
  readonly topicText: string
  /** Names of people in the question, as in the records. */
  readonly people: readonly string[]
  /** Accounts in the question, as in the records. */
  readonly names: readonly string[]
  /** Labels and teams in the question. */
  readonly labels: readonly string[]
  /** Whether names in the question restrict the calls. */
  readonly isNarrowed: boolean
  readonly side: Side | undefined
  /** Whether the question is about the caller. */
  readonly isMine: boolean
  /** Part of the calls by time. */
  readonly pick: { readonly order: 'newest' | 'oldest'; readonly count: number } | undefined
  /** Whether the scope is one conversation that the caller named by ID. */
  readonly isOneCall: boolean
}

export type AnswerKind = (ports: RecordPorts, question: RecordQuestion) => Promise<RecordsAnswer | undefined>
