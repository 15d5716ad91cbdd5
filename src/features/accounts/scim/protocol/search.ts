/**
 * Search requests (RFC 7644, section 3.4.3): a list request whose parameters are in the body. Long filters fit, and
 * filters with personal data stay out of access logs.
 */
import { z } from 'zod'
import { text } from '../../../../core/wire.ts'
import { clampCount, clampStart, filterField, PAGE_DEFAULT, PAGE_MAX, sortOrder } from './list.ts'

const NAMES_MAX = 100
const names = () =>
  z
    .array(text({ min: 1, max: 300 }))
    .max(NAMES_MAX)
    .optional()

export const searchFields = {
  schemas: z
    .array(text({ min: 1, max: 300 }))
    .max(10)
    .optional()
    .describe('URN of the request: `urn:ietf:params:scim:api:messages:2.0:SearchRequest`. Can be omitted.'),
  filter: filterField,
  startIndex: z.int().default(1).transform(clampStart).meta({
    type: 'integer',
    default: 1,
    description: 'Position of the first resource, from 1. Smaller values mean 1. Defaults to 1. Example: `101`.',
  }),
  count: z
    .int()
    .default(PAGE_DEFAULT)
    .transform(clampCount)
    .meta({
      type: 'integer',
      default: PAGE_DEFAULT,
      description: `Maximum number of resources, up to ${PAGE_MAX}. 0 or less returns only the total. Defaults to ${PAGE_DEFAULT}. Example: \`50\`.`,
    }),
  sortBy: text({ max: 300 }).optional().describe('Attribute to sort by. Defaults to `id`. Example: `userName`.'),
  sortOrder: sortOrder.optional().describe('Sort direction: `ascending` or `descending`. Defaults to `ascending`.'),
  attributes: names().describe(
    'Attributes to return, in addition to `schemas` and `id`. Defaults to all. Example: `["userName", "emails"]`.',
  ),
  excludedAttributes: names().describe('Attributes to omit. Ignored if `attributes` is set. Example: `["groups"]`.'),
}
