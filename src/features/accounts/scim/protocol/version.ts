/** Versions of resources (RFC 7644, section 3.14): weak ETags computed from the content. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../../../core/wire.ts'
import { text } from '../../../../core/wire.ts'
import { otherVersion } from './refusals.ts'

/** ETag of a JSON value, independent of key order. */
export function computeVersion(content: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(content, inOrder)).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

const inOrder = (_key: string, value: Json) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const tags = (name: string) =>
  text({ max: 1_000 })
    .optional()
    .meta({
      description: `${name} header: one or more ETags of the resource, separated by commas, or \`*\`. Example: \`W/"2Yx4"\`.`,
    })

export const ifMatchField = { ifMatch: tags('If-Match') }
export const ifMatchHeader = { ifMatch: 'if-match' } as const
export const ifNoneMatchField = { ifNoneMatch: tags('If-None-Match') }
export const ifNoneMatchHeader = { ifNoneMatch: 'if-none-match' } as const

const given = z.object({ ...ifMatchField })
export type ConditionalInput = z.output<typeof given>

/** @throws AppError `version_changed` if the client sent other versions */
export function requireVersion({ ifMatch }: ConditionalInput, version: string): void {
  if (ifMatch !== undefined && !names(ifMatch, version)) throw otherVersion()
}

/** Whether a header contains the version. Ignores the weakness indicator, because all versions are weak. */
export function names(header: string, version: string): boolean {
  return header.split(',').some((tag) => {
    const one = tag.trim()
    return one === '*' || one === version || `W/${one}` === version
  })
}
