/** Versions of resources (RFC 7644, section 3.14): weak tags made of what a resource says, whoever changed it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../../core/wire.ts'
import { text } from '../../../core/wire.ts'
import { otherVersion } from './refusals.ts'

/** The tag of any JSON; the order of keys does not matter. */
export function versionOf(content: unknown): string {
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
    .meta({ description: `${name}: versions of the resource, or *.` })

export const ifMatchField = { ifMatch: tags('If-Match') }
export const ifMatchHeader = { ifMatch: 'if-match' } as const
export const ifNoneMatchField = { ifNoneMatch: tags('If-None-Match') }
export const ifNoneMatchHeader = { ifNoneMatch: 'if-none-match' } as const

const given = z.object({ ...ifMatchField })
export type Guarded = z.output<typeof given>

/** @throws AppError `version_changed` when the sender names other versions. */
export function requireVersion({ ifMatch }: Guarded, version: string): void {
  if (ifMatch !== undefined && !names(ifMatch, version)) throw otherVersion()
}

/** Whether a header names the version: as all of ours are weak, weak or not makes no difference. */
export function names(header: string, version: string): boolean {
  return header.split(',').some((tag) => {
    const one = tag.trim()
    return one === '*' || one === version || `W/${one}` === version
  })
}
