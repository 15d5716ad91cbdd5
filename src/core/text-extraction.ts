/** Text out of documents made by others. Whoever fulfils it must bear documents that are made to do harm. */

/** A stretch of the text that is no plain paragraph. Offsets are those of JavaScript strings; `end` is behind it. */
export interface Mark {
  readonly kind: 'heading' | 'code'
  readonly start: number
  readonly end: number
  /** Of a heading, 1 to 6. */
  readonly level?: number
}

export interface ExtractedText {
  readonly text: string
  /** In order, none inside another. */
  readonly marks: readonly Mark[]
  /** The document has more text than was asked for. */
  readonly truncated: boolean
}

/** Why a document gives no text. Another try would not help. */
export type Unreadable = 'broken' | 'encrypted' | 'too_complex'

export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'
  readonly reason: Unreadable
  constructor(reason: Unreadable) {
    super(`The document gives no text: ${reason}.`)
    this.reason = reason
  }
}

export interface Extraction {
  /** Longest text that is wanted; what is beyond it is cut off. */
  readonly maxLength: number
  readonly signal?: AbortSignal
}

export interface TextExtraction {
  /** What a reader of the page would read: nothing of scripts, styles and the like. @throws UnreadableDocument */
  html(html: string, wanted: Extraction): Promise<ExtractedText>
  /** @param path of a file on this machine @throws UnreadableDocument */
  pdf(path: string, wanted: Extraction): Promise<ExtractedText>
}
