import type { Json } from '../../core/wire.ts'
import type { ThingType } from '../named-things/index.ts'
import type { Sentence, Turn } from './talk.ts'
import type { Kind } from './wants.ts'

export interface Candidate {
  readonly turn: Turn
  readonly sentence: Sentence
  readonly from: number
  readonly to: number
  readonly kind: Kind
  /** What a question may ask for: the kind, or that it is an option, or a yes or no. */
  readonly form: Kind | 'option' | 'yes'
  readonly text: string
  readonly value: Json
  /** The same for mentions that come to the same value. */
  readonly key: string
  readonly words: number
  readonly told?: boolean
  readonly selfNamed?: boolean
  readonly thing?: ThingType
  readonly preposition?: string
  readonly ordinal?: boolean
  /** Of an option: how much of it was said. */
  readonly strength?: number
  /** Of a yes or no: it begins with the word. */
  readonly plain?: boolean
  /** The word after a number: "people". */
  readonly unitStem?: string
}
