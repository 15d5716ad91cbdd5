/**
 * Schemas of response fields. A field that is absent or has another type is `undefined`, because one odd value must not
 * prevent the move of a call. Fields that identify a call use `id`, which is required.
 */
import { z } from 'zod'

export const id = z.union([z.string().min(1).max(256), z.number()]).transform(String)

export const optionalId = id.optional().catch(undefined)

export const words = z
  .string()
  .transform((text) => text.trim() || undefined)
  .optional()
  .catch(undefined)

export const number = z.number().optional().catch(undefined)

export const flag = z.boolean().optional().catch(undefined)

/** An instant as ISO 8601 text. */
export const instant = z
  .string()
  .transform((text) => toDate(Date.parse(text)))
  .optional()
  .catch(undefined)

/** Milliseconds since 1970, as a number or text, or ISO 8601. */
export const epochOrInstant = z
  .union([z.number(), z.string()])
  .transform((value) => toDate(/^\d{12,14}$/.test(String(value)) ? Number(value) : Date.parse(String(value))))
  .optional()
  .catch(undefined)

const toDate = (ms: number): Date | undefined => (Number.isNaN(ms) ? undefined : new Date(ms))

/** A list. Entries of another form are dropped. */
export const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(undefined)
    .transform((entries): z.output<T>[] =>
      (entries ?? []).flatMap((value) => {
        const parsed = entry.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

/** A list whose entries must have the form: dropping one would lose a call. */
export const strictList = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry)
    .nullish()
    .transform((all) => all ?? [])

export const seconds = (from: Date | undefined, to: Date | undefined): number | undefined =>
  from === undefined || to === undefined || to < from ? undefined : (to.getTime() - from.getTime()) / 1_000

/** Base URL without a slash at the end. */
export const base = (url: string): string => url.replace(/\/+$/, '')

export const toFileName = (title: string | undefined, extension: string): string =>
  `${
    (title ?? 'recording')
      .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
      .trim()
      .slice(0, 100) || 'recording'
  }.${extension}`

/** Removes members without a value. */
export const compact = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null))

/** Labels of a call: options of named categories, and tags, each of which is a category with the option `Yes`. */
export const toLabels = (
  named: Readonly<Record<string, string | undefined>>,
  tags: readonly (string | undefined)[] = [],
): Record<string, string> => ({
  ...Object.fromEntries(tags.flatMap((tag) => (tag === undefined || tag.trim() === '' ? [] : [[tag.trim(), 'Yes']]))),
  ...Object.fromEntries(
    Object.entries(named).flatMap(([category, option]) => (option === undefined ? [] : [[category, option]])),
  ),
})
