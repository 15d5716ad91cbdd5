/**
 * URLs that play a recording without an API key, for browser players, which can't send one. A URL belongs to one
 * conversation and one user. It expires, and it works only while the user can read the conversation.
 */
import { z } from 'zod'
import type { Ports, StoredAnswer } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findUser } from '../../accounts/identity/index.ts'
import { selectUserVisibility } from '../records/index.ts'
import { openRecording } from './open.ts'

/** Validity in addition to the length of the recording. */
const SECONDS = 3_600
const PURPOSE = 'recording link'

const inside = z.object({ conversation: z.guid(), user: z.guid().nullable(), until: z.int() })

type LinkPorts = Pick<Ports, 'sealer' | 'clock' | 'publicUrl'> & { readonly org: OrganizationId }

export function linkTo(
  ctx: LinkPorts,
  of: { readonly conversation: string; readonly user: string | undefined; readonly length: number | null },
): { url: string; expiresAt: string } {
  const until = Math.ceil(ctx.clock.now().getTime() + ((of.length ?? 0) + SECONDS) * 1_000)
  const told: z.input<typeof inside> = { conversation: of.conversation, user: of.user ?? null, until }
  const sealed = ctx.sealer.seal(ctx.org, PURPOSE, JSON.stringify(told))
  return { url: `${ctx.publicUrl()}/media/${ctx.org}.${sealed}`, expiresAt: new Date(until).toISOString() }
}

export type OpenLinked = (token: string) => Promise<StoredAnswer | undefined>

const ORGANIZATION = z.guid()

/** @returns a function from the path after `/media/` to the recording; undefined if the link is invalid or expired */
export function createMediaLinks(parts: {
  readonly contextFor: (org: OrganizationId) => Ports & { readonly org: OrganizationId }
}): OpenLinked {
  return async (token) => {
    const [given = '', ...sealed] = token.split('.')
    if (!ORGANIZATION.safeParse(given).success) return undefined
    const ctx = parts.contextFor(given as OrganizationId)
    const link = openSealedLink(ctx, sealed.join('.'))
    if (link === undefined || ctx.clock.now().getTime() >= link.until) return undefined
    const visibility = link.user === null ? 'everything' : await visibilityNow(ctx, link.user)
    return visibility === undefined ? undefined : openRecording(ctx, visibility, link.conversation)
  }
}

function openSealedLink(ctx: Pick<LinkPorts, 'sealer' | 'org'>, sealed: string): z.output<typeof inside> | undefined {
  try {
    return inside.parse(JSON.parse(ctx.sealer.open(ctx.org, PURPOSE, sealed)))
  } catch {
    // Forged, modified, or from another installation.
    return undefined
  }
}

/** Undefined if the user has been deactivated. */
async function visibilityNow(ctx: Pick<Ports, 'db'> & { readonly org: OrganizationId }, user: string) {
  if ((await findUser(ctx.db, ctx.org, { id: user })) === undefined) return undefined
  return selectUserVisibility(ctx.db, ctx.org, user)
}
