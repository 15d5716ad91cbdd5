/** Extracts text from documents. Implementations must withstand malicious documents. */

/** A part of the text that isn't a plain paragraph. Offsets are in UTF-16 units; `end` is exclusive. */
export interface TextMark {
  readonly kind: 'heading' | 'code'
  readonly start: number
  readonly end: number
  /** Level of a heading, 1 to 6. */
  readonly level?: number
}

export interface ExtractedText {
  readonly text: string
  /** In order, not nested. */
  readonly marks: readonly TextMark[]
  /** Whether the document has more text than requested. */
  readonly truncated: boolean
}

/** Reason why a document has no readable text. A retry doesn't help. */
export type Unreadable = 'broken' | 'encrypted' | 'too_complex'

export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'
  readonly reason: Unreadable
  constructor(reason: Unreadable) {
    super(`The text of the document can't be read: ${reason}.`)
    this.reason = reason
  }
}

export interface Extraction {
  /** Maximum length of the text in UTF-16 units; the rest is cut off. */
  readonly maxLength: number
  readonly signal?: AbortSignal
}

export interface TextExtraction {
  /** Extracts the visible text, without scripts and styles. @throws UnreadableDocument */
  html(html: string, wanted: Extraction): Promise<ExtractedText>
  /** @param path of a file on this machine @throws UnreadableDocument */
  pdf(path: string, wanted: Extraction): Promise<ExtractedText>
}
