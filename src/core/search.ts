/**
 * Port of the search index. Features split their texts into short passages; the driver stores and finds them. The words
 * of a passage are written in the transaction of the change, so they are always current. A job adds vectors later.
 */
import type { RawBuilder } from 'kysely'
import type { Reader, TransactBatch, Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'
import type { WorkerPool } from './worker-pool.ts'

/** A passage of a knowledge base source. */
export interface Passage {
  /** Headings above the passage, from the outermost to the innermost. */
  readonly headings: readonly string[]
  /** Verbatim text. */
  readonly text: string
}

/** A line of a conversation passage: one segment, or a part of a long one. */
export interface TranscriptLine {
  /** Position of the segment in the transcript, from 0. */
  readonly segment: number
  /** Name of the speaker. Empty if unknown. */
  readonly speaker: string
  /** Start of the whole segment in seconds from the start of the recording; null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
  /** Verbatim text of the segment. */
  readonly text: string
}

/** A passage of a conversation. */
export interface SpokenPassage {
  /**
   * Position in the conversation, from 0. Even passages follow one another and cover the whole conversation. Odd
   * passages overlap two even ones.
   */
  readonly position: number
  readonly lines: readonly TranscriptLine[]
}

/** Search criteria, in terms (`extractTerms`). A passage must match all of `phrases`, `without` and `speakers`. */
export interface SearchCriteria {
  /** Terms to score. Rarer terms weigh more, and repeated terms count twice. If empty, words aren't scored. */
  readonly terms: readonly string[]
  /** Terms that hits report in `held`, but that aren't scored. */
  readonly noted?: readonly string[]
  /** Sequences of terms; the passage contains each. */
  readonly phrases: readonly (readonly string[])[]
  /** Sequences of terms; the passage contains none. */
  readonly without: readonly (readonly string[])[]
  /** Normalized text (`fold`). At least one line is by a speaker whose normalized name contains one of these. */
  readonly speakers: readonly string[]
  /** A unit vector and its space. Passages without a vector in that space are found by words only. */
  readonly vector?: { readonly model: string; readonly values: Float32Array }
}

/** Scope of a search. */
export type SearchScope =
  /** SQL condition over `conversations c`: the caller's visibility and filters. It's part of the query. */
  | {
      readonly conversations: RawBuilder<unknown>
      /** IDs of conversations, within the condition, whose best passages are always included. */
      readonly alwaysInclude?: readonly string[]
    }
  | { readonly sources: 'all' | readonly string[] }

export interface IndexHit {
  readonly id: string
  readonly position: number
  /** BM25 score or an equivalent, ≥ 0; 0 if the passage contains no term. Comparable within one result only. */
  readonly lexical: number
  /** Score of the whole text for the terms, ≥ 0. Comparable within one result only. */
  readonly whole: number
  /**
   * Cosine similarity to the query vector, −1 to 1. Null without a query vector, or without a passage vector in its
   * space.
   */
  readonly semantic: number | null
  /** Searched terms that the passage contains, each once. */
  readonly held: readonly string[]
}
export type SpokenHit = IndexHit & { readonly conversationId: string; readonly lines: readonly TranscriptLine[] }
export type SourceHit = IndexHit & Passage & { readonly sourceId: string }

/** A speaker, by name as in the transcripts. */
export interface SpeakerKnown {
  /** Normalized name (`fold`). */
  readonly name: string
  /** Requested words that the name contains. */
  readonly words: readonly string[]
  /** Number of conversations in scope in which the speaker occurs. */
  readonly count: number
  /** IDs of the newest of these conversations, up to the requested number. */
  readonly ids: readonly string[]
}

/** Passages of a conversation in the stored form, created by `SearchIndex.prepare`. */
export interface PreparedPassages {
  readonly prepared: true
  readonly count: number
}

export interface SearchIndex {
  /**
   * Computes the stored form of many passages in a worker thread.
   * @param passages JSON of a list of `SpokenPassage`
   */
  prepare(passages: string, workers: WorkerPool, signal: AbortSignal): Promise<PreparedPassages>
  /** Replaces the passages of a conversation. */
  putConversation(
    tx: Writer,
    org: OrganizationId,
    id: string,
    passages: readonly SpokenPassage[] | PreparedPassages,
  ): Promise<void>
  /**
   * Adds the passages of a conversation that isn't indexed yet, in several short transactions. Until the last one, only
   * a part is found, and `findUnknown` returns the conversation. Ends early if another transaction replaces the passages
   * or deletes the conversation.
   * @returns whether all passages were added
   */
  addConversation(
    transactBatch: TransactBatch,
    org: OrganizationId,
    id: string,
    passages: PreparedPassages,
  ): Promise<boolean>
  removeConversation(tx: Writer, org: OrganizationId, id: string): Promise<void>
  /** Replaces the passages of a knowledge base source. They are in reading order. */
  putSource(tx: Writer, org: OrganizationId, sourceId: string, passages: readonly Passage[]): Promise<void>
  removeSource(tx: Writer, org: OrganizationId, sourceId: string): Promise<void>
  /**
   * Finds the best passages by words and by meaning, each up to `limit`, without order. The conversations
   * to include always add at most as many again. Each hit has both scores. Without terms and vector, returns the
   * passages that match the criteria, newest conversation first.
   */
  find(
    db: Reader,
    org: OrganizationId,
    within: Extract<SearchScope, { conversations: unknown }>,
    wanted: SearchCriteria,
    limit: number,
  ): Promise<SpokenHit[]>
  /** Number of conversations that contain each term, at most `most`. Terms that don't occur are absent. */
  saidIn(
    db: Reader,
    org: OrganizationId,
    within: { conversations: RawBuilder<unknown> },
    terms: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, number>>
  /**
   * Terms of the newest conversations in scope, with repetitions. Normalized names of speakers are included with an `@`
   * before them.
   */
  newestWords(
    db: Reader,
    org: OrganizationId,
    within: { conversations: RawBuilder<unknown> },
    conversations: number,
  ): Promise<readonly string[]>
  /**
   * Finds speakers whose names contain some of the words (normalized, letters and digits only). Names with most of the
   * words come first, at most `names` of them. Each has the number of its conversations and the IDs of the newest
   * `most`.
   */
  spokenBy(
    db: Reader,
    org: OrganizationId,
    within: { conversations: RawBuilder<unknown> },
    words: readonly string[],
    limits: { readonly names: number; readonly most: number },
  ): Promise<readonly SpeakerKnown[]>
  findInSources(
    db: Reader,
    org: OrganizationId,
    sources: 'all' | readonly string[],
    wanted: SearchCriteria,
    limit: number,
  ): Promise<SourceHit[]>
  /**
   * Vectors of a conversation's passages in a space, by position. Unit length; passages without a vector are absent.
   */
  getVectors(
    db: Reader,
    org: OrganizationId,
    conversationId: string,
    model: string,
  ): Promise<ReadonlyMap<number, Float32Array>>
  /** Passages without a vector in this space, oldest first. `id` is an input of `putVectors`. */
  withoutVector(
    db: Reader,
    org: OrganizationId,
    model: string,
    limit: number,
  ): Promise<readonly { id: string; text: string }[]>
  /**
   * Stores vectors. Deleted passages are skipped.
   * @returns number of passages that already had a vector
   */
  putVectors(
    tx: Writer,
    org: OrganizationId,
    model: string,
    vectors: readonly { id: string; values: Float32Array }[],
  ): Promise<number>
  /**
   * Deletes vectors of other spaces, a few texts per call, once every passage has a vector in this space.
   * @returns position for the next call; undefined if there is nothing to delete, or not yet
   */
  forgetOtherSpaces(tx: Writer, org: OrganizationId, model: string, after?: string): Promise<string | undefined>
  /** Returns those of the conversations that were never indexed completely. */
  findUnknown(db: Reader, org: OrganizationId, conversationIds: readonly string[]): Promise<string[]>
  /**
   * Updates the words of a text that an older version indexed: with other stems, or without words.
   * @returns false if there is no such text
   */
  updateWords(tx: Writer, org: OrganizationId, workers: WorkerPool, signal: AbortSignal): Promise<boolean>
  /** Number of passages with a vector in the space, and of all passages. */
  coverage(db: Reader, org: OrganizationId, model: string): Promise<{ embedded: number; passages: number }>
}
