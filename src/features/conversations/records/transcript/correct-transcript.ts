import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { COSTS, type Context, defineOperation, UploadedFile } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { findBeforeStorage } from '../../../text/redaction/index.ts'
import { IMPORT_BYTES_MAX } from '../import/import-conversation.ts'
import { readFileGiven, readGiven } from '../import/parse-import.ts'
import { isLarge, prepareLarge } from '../import/prepare-transcript.ts'
import { textOfFile } from '../import/sent-file.ts'
import { withStagedTexts } from '../import/stage-transcript.ts'
import { changeConversation, requireChangeable } from '../mutate.ts'
import { storeCorrection } from './store-correction.ts'

export const correctTranscript = defineOperation({
  id: 'correctTranscript',
  summary: 'Replace the transcript of a conversation',
  description:
    'Stores the corrected transcript as a new version, which becomes the current one. Earlier versions are kept. ' +
    'Then Parley analyzes the conversation again. Not idempotent: each request adds a version. Send a transcript ' +
    'file as `multipart/form-data`.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({
    id: pathId('conversation'),
    transcript: z
      .unknown()
      .optional()
      .describe('Complete corrected transcript, in any format of the import, as a string or as JSON.'),
    file: z.instanceof(UploadedFile).optional().describe('Transcript file instead of `transcript`, at most 32 MiB.'),
  }),
  output: z.object({
    success: z.literal(true),
    transcriptVersion: z.int().describe('Number of the new version.'),
  }),
  requires: { scope: 'write' },
  rest: {
    method: 'PUT',
    path: '/conversations/{id}/transcript',
    bodyLimit: IMPORT_BYTES_MAX,
    heldField: 'transcript',
    upload: { field: 'file', maxBytes: IMPORT_BYTES_MAX, fieldBytes: IMPORT_BYTES_MAX },
  },
  precheck: ({ id }, ctx) => requireChangeable(ctx, id, 'viewer'),
  async handle({ id, transcript, file }, ctx) {
    if (transcript !== undefined && file !== undefined) {
      throw invalid({ pointer: '/file', detail: 'Send either `transcript` or `file`, not both.' })
    }
    const given = transcript ?? (file === undefined ? undefined : await textOfTranscript(file, ctx))
    if (given === undefined) {
      throw invalid({
        pointer: '/transcript',
        detail: 'A transcript is required. Send the complete transcript in `transcript` or `file`.',
      })
    }
    const stored = isLarge(given)
      ? // Speakers stay as they were sent, as in a short transcript.
        await prepareLarge(given, file && { fileName: file.name }, { participants: [], ownAddresses: [] }, ctx)
      : {
          document:
            file !== undefined && typeof given === 'string' ? readFileGiven(given, file.name) : readGiven(given),
          find: await findBeforeStorage(ctx.db, ctx.org),
        }
    const store = (correction: typeof stored) =>
      changeConversation(ctx, id, 'viewer', async (tx, standing) => {
        const version = (standing.transcript_version ?? 0) + 1
        await storeCorrection(tx, ctx, id, version, correction)
        return version
      })
    const large = 'find' in stored ? undefined : stored.stored
    const transcriptVersion =
      large === undefined
        ? await store(stored)
        : await withStagedTexts(ctx, large.transcript, (transcript) =>
            store({ document: stored.document, stored: { ...large, transcript } }),
          )
    return { success: true as const, transcriptVersion }
  },
})

/** @throws AppError `validation_failed` if the file isn't text, such as a recording */
async function textOfTranscript(file: UploadedFile, ctx: Context): Promise<string> {
  const sent = await textOfFile(file, IMPORT_BYTES_MAX, ctx)
  if (sent !== undefined) return sent.text
  const detail =
    file.size === 0
      ? 'The file is empty. Send a transcript.'
      : 'The file is neither text nor a Word document. Send a recording to `PUT /conversations/{id}/media`.'
  throw invalid({ pointer: '/file', detail })
}
