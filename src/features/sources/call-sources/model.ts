/** Rules of sources: their fields, their limit, and the purposes that secrets are sealed for. */
import { conflict, invalid } from '../../../core/errors.ts'
import { type FieldValues, findSourceKind, type SourceField, type SourceKind } from '../source-kinds/index.ts'

/** Maximum number of sources per organization. */
export const SOURCES_MAX = 50

/** Maximum number of days of a backfill. */
export const BACKFILL_DAYS_MAX = 365

const FIELD_MAX = 1_000

export const credentialsPurpose = (sourceId: string): string => `source credentials ${sourceId}`
export const addressPurpose = (sourceId: string): string => `source address ${sourceId}`

export const tooManySources = () =>
  conflict('too_many_sources', `An organization can have at most ${SOURCES_MAX} sources. Delete one first.`)

/** @throws AppError `source_kind_unknown` if the kind belongs to another version of Parley */
export function requireKind(id: string): SourceKind {
  const kind = findSourceKind(id)
  if (kind !== undefined) return kind
  throw conflict(
    'source_kind_unknown',
    "This version of Parley doesn't support the kind of the source. Delete the source.",
  )
}

/**
 * Checks the values of one group of fields, and adds defaults.
 * @throws AppError `validation_failed` for an unknown field, a missing one, or an invalid value
 */
export function resolveFields(
  kind: SourceKind,
  group: 'settings' | 'credentials',
  given: FieldValues,
): Record<string, string> {
  const fields = kind.fields.filter(({ secret }) => (secret === true) === (group === 'credentials'))
  const names = new Set(fields.map(({ name }) => name))
  for (const name of Object.keys(given)) {
    if (!names.has(name)) {
      const known = names.size === 0 ? 'There are none' : `Use ${[...names].map((one) => `\`${one}\``).join(', ')}`
      throw invalid({
        pointer: `/${group}/${name}`,
        detail: `The kind ${kind.id} has no field of this name. ${known}.`,
      })
    }
  }
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      const value = given[field.name] === undefined || given[field.name] === '' ? field.usual : given[field.name]
      const pointer = `/${group}/${field.name}`
      if (value === undefined) {
        if (field.required !== true) return []
        throw invalid({ pointer, detail: `\`${group}.${field.name}\` is required for a source of kind ${kind.id}.` })
      }
      const fault = findFault(field, value)
      if (fault !== undefined) throw invalid({ pointer, detail: fault })
      return [[field.name, value]]
    }),
  )
}

function findFault({ max = FIELD_MAX, choices, check }: SourceField, value: string): string | undefined {
  if (value.length > max) return `The value must have at most ${max} characters.`
  if (/\p{Cc}/u.test(value)) return 'The value must be one line without control characters.'
  if (choices !== undefined && !choices.some((choice) => choice.value === value)) {
    return `The value must be ${choices.map((choice) => `\`${choice.value}\``).join(' or ')}.`
  }
  return check?.(value)
}

/**
 * @returns minutes between two looks, 0 for kinds that Parley doesn't look at
 * @throws AppError `validation_failed` if minutes are set for such a kind
 */
export function resolveLookMinutes(kind: SourceKind, given: number | undefined): number {
  if (kind.list !== undefined) return given ?? kind.lookMinutes ?? 0
  if (given === undefined || given === 0) return 0
  throw invalid({
    pointer: '/lookMinutes',
    detail: `Parley can't look at sources of kind ${kind.id}. Omit \`lookMinutes\`, or set it to 0.`,
  })
}
