import { z } from 'zod'

/** Built-in kinds, in order of precedence for overlapping matches. */
export const REDACTION_KINDS = ['card', 'iban', 'ssn', 'phone', 'email', 'ip'] as const
export const redactionKind = z.enum(REDACTION_KINDS)
export type RedactionKind = z.output<typeof redactionKind>

/** Masks by kind. */
export const MASKS: Readonly<Record<RedactionKind, string>> = {
  card: '[CARD]',
  iban: '[IBAN]',
  ssn: '[SSN]',
  phone: '[PHONE]',
  email: '[EMAIL]',
  ip: '[IP]',
}

/** Match in a text: start and end (exclusive) in UTF-16 units. */
export interface SensitiveSpan {
  readonly from: number
  readonly to: number
  /** Built-in kind, or the name of a configured pattern. */
  readonly kind: string
  readonly mask: string
}

/** Finds matches without overlaps, in order. Deterministic. */
export type SpanFinder = (text: string) => SensitiveSpan[]
