/** Opens a recording after checking access. */
import { notFound } from '../../../core/errors.ts'
import { type Ports, StoredAnswer } from '../../../core/operation.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { selectMedia, toMediaKey } from '../media/index.ts'
import { isVisible } from '../records/index.ts'

type OpenPorts = Pick<Ports, 'db' | 'files'> & { readonly org: OrganizationId }

/** @throws AppError `conversation_not_found`, `recording_not_found` */
export async function openRecording(ctx: OpenPorts, visibility: Visibility, id: string): Promise<StoredAnswer> {
  if (!(await isVisible(ctx.db, ctx.org, visibility, id))) throw notFound('conversation')
  const media = await selectMedia(ctx.db, ctx.org, id)
  if (media?.state !== 'kept' || media.content_type === null || media.sha256 === null) throw notFound('recording')
  return new StoredAnswer({
    contentType: media.content_type,
    fileName: media.file_name,
    size: media.size,
    sha256: media.sha256,
    open: async (range) => {
      const stored = await ctx.files.get(toMediaKey(ctx.org, media.id), range)
      // Deleted since the query.
      if (stored === undefined) throw notFound('recording')
      return stored.body
    },
  })
}
