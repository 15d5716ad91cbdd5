/** Pure rules of items. */
import type { z } from 'zod'
import type { Problem } from '../../core/errors.ts'
import { fold } from '../../core/fold.ts'
import type { ItemRow } from './queries.ts'
import type { fieldItem, ItemContent } from './schema.ts'

export type ItemChange = { readonly [K in keyof ItemContent]?: ItemContent[K] | undefined }

/**
 * An item after a change: what is omitted stays, except what the new response type cannot have. Leaving a type for
 * another should not take an empty list and a null beside it.
 */
export function changed(had: ItemContent, change: ItemChange): ItemContent {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const next: ItemContent = { ...had, ...given }
  if (!isPicklist(next) && change.options === undefined) next.options = []
  if (next.responseType !== 'multipicklist' && change.maxValues === undefined) next.maxValues = null
  return next
}

const isPicklist = ({ responseType }: ItemContent) => responseType === 'picklist' || responseType === 'multipicklist'

/** What is wrong with an item by itself. */
export function problemsOf(item: ItemContent): Problem[] {
  const problems: Problem[] = []
  const { options, maxValues } = item
  if (isPicklist(item) && options.length === 0) {
    problems.push({ pointer: '/options', detail: 'A picklist needs at least one option.' })
  }
  if (!isPicklist(item) && options.length > 0) {
    problems.push({ pointer: '/options', detail: 'Only picklists have options.' })
  }
  const seen = new Set<string>()
  for (const [index, option] of options.entries()) {
    const value = fold(option)
    if (seen.has(value)) problems.push({ pointer: `/options/${index}`, detail: 'This option stands twice.' })
    seen.add(value)
  }
  if (maxValues !== null && item.responseType !== 'multipicklist') {
    problems.push({ pointer: '/maxValues', detail: 'Only multipicklists have a number of values.' })
  } else if (maxValues !== null && maxValues > options.length) {
    problems.push({ pointer: '/maxValues', detail: 'This must be at most the number of options.' })
  }
  return problems
}

/** Which item each item of a configuration depends on, for every item there is. */
export type Dependences = ReadonlyMap<string, string | null>

/** What is wrong with an item that depends on another; `id` is undefined for one that is not there yet. */
export function dependenceProblem(all: Dependences, id: string | undefined, on: string | null): Problem | undefined {
  const pointer = '/dependsOn'
  if (on === null) return undefined
  if (!all.has(on)) return { pointer, detail: 'There is no such item in this configuration.' }
  // What is there already has no circle, so this comes to an end unless the new one would make it.
  for (let next: string | null = on; next !== null; next = all.get(next) ?? null) {
    if (next === id) return { pointer, detail: 'An item cannot depend on itself, directly or through others.' }
  }
  return undefined
}

/** Code points of a key without what makes it unique. */
const KEY_MAX = 60

/** Keys for an item of this title, best first; the last one is like no other. */
export function keysOf(title: string, id: string): string[] {
  const words = fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const key = [...words].slice(0, KEY_MAX).join('').replace(/_+$/, '') || 'field'
  return [key, ...Array.from({ length: 8 }, (_, at) => `${key}_${at + 2}`), `${key}_${id.slice(-12)}`]
}

export const itemOf = (row: ItemRow): z.output<typeof fieldItem> => ({
  uuid: row.id,
  fieldConfigurationUUID: row.configuration_id,
  key: row.key,
  ...contentOf(row),
  displayOrder: row.display_order,
})

export const contentOf = (row: ItemRow): ItemContent => ({
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
