import type { NameSurface, ProseSurface } from './patterns.ts'

/** One text for readers, as the pieces of a file are examined. */
export interface StyleText {
  readonly surface: ProseSurface
  readonly text: string
  /** Line of its first word, from 1. */
  readonly line: number
  readonly isDoc?: boolean
  readonly isParameter?: boolean
  /** Whether line breaks of the text are line breaks of the file. */
  readonly isMultiline?: boolean
}

/** One declared name, or the path of a file. */
export interface StyleName {
  readonly surface: NameSurface
  readonly name: string
  readonly line: number
}
