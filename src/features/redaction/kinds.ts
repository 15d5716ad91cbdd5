import { z } from 'zod'

/** What is found by rules of our own, in the order in which they claim a place that several would. */
export const REDACTION_KINDS = ['card', 'iban', 'ssn', 'phone', 'email', 'ip'] as const
export const redactionKind = z.enum(REDACTION_KINDS)
export type RedactionKind = z.output<typeof redactionKind>

/** What stands in the place of what was found. */
export const MASKS: Readonly<Record<RedactionKind, string>> = {
  card: '[CARD]',
  iban: '[IBAN]',
  ssn: '[SSN]',
  phone: '[PHONE]',
  email: '[EMAIL]',
  ip: '[IP]',
}

/** A stretch of a text, in UTF-16 units: the first one, and the one behind the last. */
export interface Found {
  readonly from: number
  readonly to: number
  /** A kind of ours, or the name of a configured pattern. */
  readonly kind: string
  readonly mask: string
}

/** Finds stretches that do not overlap, in their order. The same text always gives the same. */
export type Find = (text: string) => Found[]
