import type { TranscriptDocument } from '../model.ts'

/**
 * A transcript form: one shape that a product publishes. `recognize` looks only at marks that no other form has, and
 * never at the file name.
 */
export interface Form<Source> {
  /** Stored as the source format of the transcript. */
  readonly id: string
  /** Name of the form for people. */
  readonly name: string
  recognize(source: Source): boolean
  /** @throws TranscriptFault */
  read(source: Source): TranscriptDocument
}

/** Form of a parsed JSON value. */
export interface JsonForm extends Form<unknown> {
  /**
   * Whether a value is one of many parts of a conversation, such as an event or a message. A file of JSON lines that are
   * parts is one conversation, and the form reads the list of them.
   */
  isPart?(value: unknown): boolean
  /** Values that each contain one of several conversations, with their pointers. Undefined if there is only one. */
  split?(value: unknown): readonly JsonPart[] | undefined
}

/** Conversation in a value with several. */
export interface JsonPart {
  readonly value: unknown
  readonly pointer: string
}

/** A text with its lines, so that no form splits it again. */
export interface TextSource {
  readonly text: string
  readonly lines: readonly string[]
  /** Lines that aren't blank, at most the first 200. Recognition looks only at them. */
  readonly head: readonly string[]
}

export type TextForm = Form<TextSource>
