/** Reading of JSON from sources, without trusting its shape. */
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { type AnnouncedCall, type CallFacts, type SourceDelivery, SourceFault, type SourceParticipant } from './kind.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field of a record that is a record; empty otherwise. */
export function recordAt(value: unknown, name: string): JsonRecord {
  const inner = isRecord(value) ? value[name] : undefined
  return isRecord(inner) ? inner : {}
}

export function listAt(value: unknown, name: string): readonly unknown[] {
  const inner = isRecord(value) ? value[name] : undefined
  return Array.isArray(inner) ? inner : []
}

/** Field of a record that is text, or a number as text. Undefined if it is missing or empty. */
export function textAt(value: unknown, name: string): string | undefined {
  const inner = isRecord(value) ? value[name] : undefined
  if (typeof inner === 'number' && Number.isFinite(inner)) return String(inner)
  return typeof inner === 'string' && inner.trim() !== '' ? inner.trim() : undefined
}

/** @throws SourceFault */
export function parseBody({ body }: Pick<SourceDelivery, 'body'>): JsonRecord {
  const parsed = parseJson(body.toString('utf8'))
  if (!isRecord(parsed)) throw new SourceFault('lasting', 'The body is not a JSON object.')
  return parsed
}

/** @returns undefined if the text isn't JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Time of a source as ISO 8601. Undefined if it isn't a time. */
export function toInstant(value: string | undefined): string | undefined {
  const at = value === undefined ? Number.NaN : Date.parse(value)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}

/** Unix time of a source as ISO 8601. Undefined if it isn't a time after 1970. */
export function fromUnixTime(value: string | undefined, unit: 'seconds' | 'milliseconds'): string | undefined {
  const at = Number(value ?? Number.NaN) * (unit === 'seconds' ? 1_000 : 1)
  return at > 0 && at < DATE_MAX ? new Date(at).toISOString() : undefined
}

/** Largest time of a Date, in milliseconds (ECMAScript). */
const DATE_MAX = 8.64e15

/** Facts of a call without those that are undefined. */
export const announce = (call: { [Name in keyof AnnouncedCall]: AnnouncedCall[Name] | undefined }): AnnouncedCall =>
  omitUndefined(call) as AnnouncedCall

/** Maximum number of participants that are read. */
const PARTICIPANTS_MAX = 1_000

/** People with a name, an address or a telephone number. Undefined if there are none. */
export function toParticipants(
  people: readonly {
    readonly name: string | undefined
    readonly email: string | undefined
    readonly phone?: string | undefined
    readonly organizer?: boolean | undefined
    readonly internal?: boolean | undefined
  }[],
): readonly SourceParticipant[] | undefined {
  const known = people
    .slice(0, PARTICIPANTS_MAX)
    .filter(({ name, email, phone }) => name !== undefined || email !== undefined || phone !== undefined)
    .map(omitUndefined)
  return known.length === 0 ? undefined : known
}

export const toFacts = ({ title, startedAt, ownerEmail, participants }: AnnouncedCall): CallFacts =>
  omitUndefined({ title, startedAt, ownerEmail, participants })
