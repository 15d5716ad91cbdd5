/**
 * What can be searched: short passages of longer texts. Features cut their texts and hand the passages over; how they
 * are kept and found is the driver's. Written with the change that causes it, so the words never lag behind; vectors
 * follow by a job.
 */
import type { RawBuilder } from 'kysely'
import type { Aside } from './aside.ts'
import type { Reader, Writer } from './db.ts'
import type { OrganizationId } from './principal.ts'

/** A passage of a knowledge base source. */
export interface Passage {
  /** The headings it stands below, from the outermost to the innermost. */
  readonly headings: readonly string[]
  /** Verbatim from the text. */
  readonly text: string
}

/** One line of a conversation's passage: what one segment says, or a stretch of it where it is long. */
export interface SpokenLine {
  /** Position of the segment in the transcript, from 0. */
  readonly segment: number
  /** Empty when the source names nobody. */
  readonly speaker: string
  /** Seconds from the start of the recording, of the whole segment; null where the source has no times. */
  readonly start: number | null
  readonly end: number | null
  /** Verbatim from the segment. */
  readonly text: string
}

/** A passage of a conversation. */
export interface SpokenPassage {
  /** In the order of the conversation, from 0; even ones lie side by side and hold all of it, odd ones overlap two. */
  readonly position: number
  readonly lines: readonly SpokenLine[]
}

/** What is looked for, in terms (`termsOf`). A passage must fulfil all of `phrases`, `without`, `speakers`. */
export interface Wanted {
  /** Any of these, rarer ones weigh more; repeated terms weigh double. Empty: words play no part. */
  readonly terms: readonly string[]
  /** Each a run of terms that stand in a row. */
  readonly phrases: readonly (readonly string[])[]
  /** Each a run of terms; none of them stands in it. */
  readonly without: readonly (readonly string[])[]
  /** Folded; a line of the passage is by a speaker whose folded name holds one of these. */
  readonly speakers: readonly string[]
  /** A unit vector, and the space it is from; passages without one in that space are found by words only. */
  readonly vector?: { readonly model: string; readonly values: Float32Array }
}

/** Where is looked. */
export type Within =
  /** A condition over `conversations c` (the caller's visibility and filters), as SQL. Part of the query itself. */
  | {
      readonly conversations: RawBuilder<unknown>
      /** Of the permitted ones: the best of these are found too, however good others are. */
      readonly besides?: readonly string[]
    }
  | { readonly sources: 'all' | readonly string[] }

export interface Hit {
  readonly id: string
  readonly position: number
  /** BM25 or what stands for it, ≥ 0; 0 when no term is in it. Comparable within one answer only. */
  readonly lexical: number
  /** How much its whole text says of the terms, ≥ 0, as `lexical` is for the passage. Comparable within one answer only. */
  readonly whole: number
  /** Cosine with the vector asked for, −1..1; null when it has no vector of that space or none was asked for. */
  readonly semantic: number | null
}
export type SpokenHit = Hit & { readonly conversationId: string; readonly lines: readonly SpokenLine[] }
export type SourceHit = Hit & Passage & { readonly sourceId: string }

/** One who speaks, by the name that the transcripts have. */
export interface SpeakerKnown {
  /** Folded. */
  readonly name: string
  /** Of those that were asked for, the ones that stand in the name. */
  readonly words: readonly string[]
  /** Conversations in which they speak, of those that are looked into. */
  readonly count: number
  /** Of these conversations, the newest ones, as many as were asked for. */
  readonly ids: readonly string[]
}

/** Passages of a conversation as they are written, made by `SearchIndex.prepare`. */
export interface PreparedPassages {
  readonly prepared: true
  readonly count: number
}

export interface SearchIndex {
  /**
   * Computes in a worker what is written of many passages.
   * @param passages JSON of a list of `SpokenPassage`
   */
  prepare(passages: string, workers: Aside, signal: AbortSignal): Promise<PreparedPassages>
  /** What is found of a conversation from now on; what was found of it before is gone with the same commit. */
  putConversation(
    tx: Writer,
    org: OrganizationId,
    id: string,
    passages: readonly SpokenPassage[] | PreparedPassages,
  ): Promise<void>
  removeConversation(tx: Writer, org: OrganizationId, id: string): Promise<void>
  /** What is found of a knowledge base source from now on, in reading order; what was found of it before is gone. */
  putSource(tx: Writer, org: OrganizationId, sourceId: string, passages: readonly Passage[]): Promise<void>
  removeSource(tx: Writer, org: OrganizationId, sourceId: string): Promise<void>
  /**
   * The best of both ways, by words and by meaning, each up to `limit` (and as many `besides`), united, in no order; a
   * hit carries both scores whichever way found it. Without terms and vector: passages that fulfil the conditions,
   * newest conversation first.
   */
  find(
    db: Reader,
    org: OrganizationId,
    within: Extract<Within, { conversations: unknown }>,
    wanted: Wanted,
    limit: number,
  ): Promise<SpokenHit[]>
  /** In how many conversations each of these terms is said, `most` at most; a term that nobody says is absent. */
  saidIn(
    db: Reader,
    org: OrganizationId,
    within: { conversations: RawBuilder<unknown> },
    terms: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, number>>
  /**
   * Names of speakers that hold some of these words (folded, letters and digits alone), those with the most of them
   * first, `names` at most: the conversations in which they speak, how many they are, and the ids of `most` of them.
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
    wanted: Wanted,
    limit: number,
  ): Promise<SourceHit[]>
  /** Vectors of one conversation's passages in a space, by position; what has none yet is absent. Unit length. */
  vectorsOf(
    db: Reader,
    org: OrganizationId,
    conversationId: string,
    model: string,
  ): Promise<ReadonlyMap<number, Float32Array>>
  /** Passages that have no vector in this space, oldest first; `id` is what `putVectors` takes. */
  withoutVector(
    db: Reader,
    org: OrganizationId,
    model: string,
    limit: number,
  ): Promise<readonly { id: string; text: string }[]>
  /** @returns how many of them were there already; passages that are gone meanwhile are left out */
  putVectors(
    tx: Writer,
    org: OrganizationId,
    model: string,
    vectors: readonly { id: string; values: Float32Array }[],
  ): Promise<number>
  /**
   * Forgets, a few texts at a time, the vectors of all other spaces, once every passage has one in this space.
   * @returns where to go on, undefined when there is nothing more to forget, or not yet
   */
  forgetOtherSpaces(tx: Writer, org: OrganizationId, model: string, after?: string): Promise<string | undefined>
  /** Of these conversations, those that were never put. */
  unknownOf(db: Reader, org: OrganizationId, conversationIds: readonly string[]): Promise<string[]>
  /** Takes out the words of a few texts that were kept without. @returns whether there may be more */
  takeOutWords(tx: Writer, org: OrganizationId): Promise<boolean>
  /** How far a space has come: passages with a vector in it, and all. */
  coverage(db: Reader, org: OrganizationId, model: string): Promise<{ embedded: number; passages: number }>
}
