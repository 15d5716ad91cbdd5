/**
 * Finds remains of a masked number in texts derived from speech: one half, or the number without repetitions (`four one
 * one one`). By itself, such a number matches no rule. It's recognized because the masked number is known.
 */
import type { SpanFinder } from './kinds.ts'
import { findNumberRuns } from './numbers.ts'
import { tokenize } from './tokens.ts'

/** Minimum number of digits. Shorter numbers are too common. */
const REMNANT_MIN = 3

export interface MaskedContent {
  readonly content: string
  readonly kind: string
  readonly mask: string
}

export function findRemnants(masked: readonly MaskedContent[]): SpanFinder {
  const numbers = masked
    .map((one) => ({ ...one, digits: digitsIn(one.content) }))
    .filter(({ digits }) => digits.length >= REMNANT_MIN)
  return (text) =>
    numbers.length === 0
      ? []
      : findNumberRuns(tokenize(text)).flatMap(({ groups }) => {
          const digits = groups.map((group) => group.digits).join('')
          const of = digits.length < REMNANT_MIN ? undefined : numbers.find((one) => one.digits.includes(digits))
          if (of === undefined) return []
          return [{ from: groups[0]?.from ?? 0, to: groups.at(-1)?.to ?? 0, kind: of.kind, mask: of.mask }]
        })
}

const digitsIn = (text: string): string =>
  findNumberRuns(tokenize(text))
    .flatMap(({ groups }) => groups.map(({ digits }) => digits))
    .join('')
