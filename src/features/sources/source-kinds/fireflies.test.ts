/** Pages of the list of Fireflies, which counts calls instead of naming a cursor. */
import { expect, it } from 'vitest'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import { startVendor, type VendorCall } from '../../../testing/source-vendor-server.ts'
import { fireflies } from '../../../testing/source-vendors-meetings.ts'
import { firefliesKind } from './fireflies.ts'
import type { SourceAccess } from './kind.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const fetchPublic: PublicFetch = Object.assign(
  (url: string, { method = 'GET', headers, body }: Parameters<PublicFetch>[1] = {}) =>
    fetch(url, { method, ...(headers === undefined ? {} : { headers }), ...(body === undefined ? {} : { body }) }),
  { refusalOf: async () => undefined },
)

it.each([
  { count: 49, pages: [49] },
  { count: 50, pages: [50, 0] },
  { count: 51, pages: [50, 1] },
  { count: 101, pages: [50, 50, 1] },
])('lists $count calls in pages of $pages', async ({ count, pages }) => {
  const { vendor, server } = await startVendor(fireflies)
  try {
    server.calls.push(
      ...Array.from({ length: count }, (_, at): VendorCall => {
        const startedAt = new Date(NOW.getTime() - at * 60_000)
        return { id: `call-${at}`, startedAt, recording: Buffer.alloc(0) }
      }),
    )
    const access: SourceAccess = {
      ...{ settings: vendor.settings, credentials: vendor.credentials, address: undefined, fetchPublic },
      connectPublic: () => expect.unreachable(),
      ...{
        media: { joinParts: () => Promise.reject(new Error('not used')) },
        objects: { open: () => expect.unreachable() },
        folders: [],
        now: () => NOW,
      },
      signal: new AbortController().signal,
    }
    const range = { since: new Date(NOW.getTime() - 86_400_000), until: NOW, findSeen: async () => new Map() }
    const lengths: number[] = []
    const ids = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await firefliesKind.list?.(access, { ...range, cursor })
      if (page === undefined) throw new Error('The kind has no list.')
      lengths.push(page.calls.length)
      for (const { externalId } of page.calls) ids.add(externalId)
      cursor = page.next
    } while (cursor !== undefined && lengths.length < 10)
    expect(lengths).toEqual(pages)
    expect(ids.size).toBe(count)
    expect(server.mistakes).toEqual([])
  } finally {
    await server.close()
  }
})
