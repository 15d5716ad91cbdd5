import { z } from 'zod'
import { invalid } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { requestAnalysis } from '../analysis-requests/index.ts'
import { indexConversation } from '../passages/index.ts'
import { findBeforeStorage } from '../redaction/index.ts'
import { nameRedaction } from './audited-redaction.ts'
import { changeConversation } from './change.ts'
import { IMPORT_BYTES_MAX } from './import-conversation.ts'
import { appendTranscript } from './queries.ts'
import { readGiven, storable } from './reading.ts'

export const correctTranscript = defineOperation({
  id: 'correctTranscript',
  summary: 'Store a corrected transcript as a new version, which becomes the current one.',
  description: 'Any accepted form. Earlier versions are kept, and the conversation is analyzed again.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation'), transcript: z.unknown() }),
  output: z.object({ success: z.literal(true), transcriptVersion: z.int() }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/transcript', bodyLimit: IMPORT_BYTES_MAX },
  async handle({ id, transcript: given }, ctx) {
    if (given === undefined) throw invalid({ pointer: '/transcript', detail: 'This is required.' })
    const { transcript, passages, isEmpty } = storable(readGiven(given), await findBeforeStorage(ctx.db, ctx.org))
    const transcriptVersion = await changeConversation(ctx, id, 'viewer', async (tx, standing) => {
      const version = (standing.transcript_version ?? 0) + 1
      const written = { by: ctx.principal.user?.id ?? null, at: ctx.clock.now() }
      await appendTranscript(tx, ctx.org, id, version, transcript, written, isEmpty)
      await indexConversation(ctx, tx, id, passages)
      await requestAnalysis(tx, ctx, [id])
      nameRedaction(ctx, id, transcript.redaction?.counts)
      return version
    })
    return { success: true as const, transcriptVersion }
  },
})
