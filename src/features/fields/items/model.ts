/** Pure rules of items. */
import type { z } from 'zod'
import type { Problem } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import type { FieldItemRow } from './queries.ts'
import type { fieldItem, ItemContent } from './schema.ts'

export type ItemChange = { readonly [K in keyof ItemContent]?: ItemContent[K] | undefined }

/**
 * Item after an update. Omitted fields keep their values, except that options and `maxValues` are cleared if the new
 * response type doesn't support them. A client can therefore change the type without sending an empty list and null.
 */
export function changed(had: ItemContent, change: ItemChange): ItemContent {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next: ItemContent = { ...had, ...given }
  if (!isPicklist(next) && change.options === undefined) next.options = []
  if (next.responseType !== 'multipicklist' && change.maxValues === undefined) next.maxValues = null
  return next
}

const isPicklist = ({ responseType }: ItemContent) => responseType === 'picklist' || responseType === 'multipicklist'

/** Validation problems of an item, without its dependency. */
export function validateItem(item: ItemContent): Problem[] {
  const problems: Problem[] = []
  const { options, maxValues } = item
  if (isPicklist(item) && options.length === 0) {
    problems.push({
      pointer: '/options',
      detail: '`options` requires at least one option for a picklist or multipicklist.',
    })
  }
  if (!isPicklist(item) && options.length > 0) {
    problems.push({
      pointer: '/options',
      detail: '`options` is allowed only if `responseType` is picklist or multipicklist. Remove the options.',
    })
  }
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    const value = fold(option)
    if (seen.has(value))
      problems.push({
        pointer: `/options/${index}`,
        detail: 'Another option has this value. Values ignore case. Send each option once.',
      })
    seen.add(value)
  }
  if (maxValues !== null && item.responseType !== 'multipicklist') {
    problems.push({
      pointer: '/maxValues',
      detail: '`maxValues` is allowed only if `responseType` is multipicklist. Set it to null.',
    })
  } else if (maxValues !== null && maxValues > options.length) {
    problems.push({
      pointer: '/maxValues',
      detail: "`maxValues` can't be greater than the number of options. Use a smaller value, or null for no limit.",
    })
  }
  return problems
}

/** Dependency of each item of a configuration, by item ID. Null if the item has none. */
export type DependencyMap = ReadonlyMap<string, string | null>

/** Validation problem of a dependency. `id` is undefined for a new item. */
export function dependenceProblem(all: DependencyMap, id: string | undefined, on: string | null): Problem | undefined {
  const pointer = '/dependsOn'
  if (on === null) return undefined
  if (!all.has(on))
    return {
      pointer,
      detail: 'The configuration has no item with this ID. Use an ID from `GET /field-configurations/{id}/items`.',
    }
  // Stored dependencies have no cycle, so the loop ends unless the new dependency creates one.
  for (let next: string | null = on; next !== null; next = all.get(next) ?? null) {
    if (next === id)
      return {
        pointer,
        detail: "An item can't depend on itself, directly or through other items. Choose another item for `dependsOn`.",
      }
  }
  return undefined
}

/** Maximum length of a key in code points, without the suffix that makes it unique. */
const KEY_MAX = 60

/** Candidate keys for an item with this title, in order of preference. The last one contains the ID and is unique. */
export function listCandidateKeys(title: string, id: string): string[] {
  const words = fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const key = [...words].slice(0, KEY_MAX).join('').replace(/_+$/, '') || 'field'
  return [key, ...Array.from({ length: 8 }, (_, at) => `${key}_${at + 2}`), `${key}_${id.slice(-12)}`]
}

export const serializeItem = (row: FieldItemRow): z.output<typeof fieldItem> => ({
  uuid: row.id,
  fieldConfigurationUUID: row.configuration_id,
  key: row.key,
  ...toItemContent(row),
  displayOrder: row.display_order,
  updatedAt: row.updated_at,
})

export const toItemContent = (row: FieldItemRow): ItemContent => ({
  title: row.title,
  category: row.category,
  contents: row.contents,
  description: row.description,
  promptType: row.prompt_type,
  contentType: row.content_type,
  responseType: row.response_type,
  options: row.options,
  dependsOn: row.depends_on,
  maxValues: row.max_values,
  allowLongResponse: row.allow_long_response,
  analysisLevel: row.analysis_level,
})
