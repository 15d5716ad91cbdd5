import type { Json } from '../../../core/wire.ts'
import type { NamedEntityType } from '../../text/named-entities/index.ts'
import type { Kind } from './field-intent.ts'
import type { Sentence, Turn } from './transcript-view.ts'

export interface Candidate {
  readonly turn: Turn
  readonly sentence: Sentence
  readonly from: number
  readonly to: number
  readonly kind: Kind
  /** Form of the value: its kind, an option, or a yes or no. */
  readonly form: Kind | 'option' | 'yes'
  readonly text: string
  readonly value: Json
  /** Key of the value, equal for mentions of the same value. */
  readonly key: string
  readonly words: number
  readonly told?: boolean
  readonly selfNamed?: boolean
  readonly thing?: NamedEntityType
  readonly preposition?: string
  readonly ordinal?: boolean
  /** For options: ratio of the option text that was said. */
  readonly strength?: number
  /** For yes or no: whether the sentence starts with the word. */
  readonly plain?: boolean
  /** Stem of the word after a number, such as "people". */
  readonly unitStem?: string
}
