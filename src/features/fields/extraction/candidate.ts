import type { Json } from '../../../core/wire.ts'
import type { NamedEntityType } from '../../text/named-entities/index.ts'
import type { ValueKind } from './field-intent.ts'
import type { TurnSentence, ViewTurn } from './transcript-view.ts'

export interface FieldCandidate {
  readonly turn: ViewTurn
  readonly sentence: TurnSentence
  readonly from: number
  readonly to: number
  readonly kind: ValueKind
  /** Form of the value: its kind, an option, or a yes or no. */
  readonly form: ValueKind | 'option' | 'yes'
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
