import type { MediaCut } from '../../../core/media.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { selectMedia, toMediaKey } from '../media/index.ts'

/**
 * Extracts the part of a recording that a clip shows, as a file of its own. Callers check permissions.
 * @param part in seconds @returns undefined without a recording, or if the recording can't be cut
 */
export async function cutRecording(
  ctx: Pick<Ports, 'db' | 'cuts'> & { readonly org: OrganizationId },
  conversationId: string,
  part: { readonly start: number; readonly end: number },
): Promise<MediaCut | undefined> {
  const media = await selectMedia(ctx.db, ctx.org, conversationId)
  if (media?.state !== 'kept' || media.content_type === null) return undefined
  const file = { name: toMediaKey(ctx.org, media.id), size: media.size, contentType: media.content_type }
  return ctx.cuts.cut(file, { from: part.start, to: part.end })
}
