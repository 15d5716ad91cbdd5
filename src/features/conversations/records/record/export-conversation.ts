import { z } from 'zod'
import { COSTS, defineOperation, FileAnswer, StoredAnswer } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { EXPORT_FORMATS, EXPORT_TYPES, writeExport } from './write-export.ts'

export const exportConversation = defineOperation({
  id: 'exportConversation',
  summary: 'Export a conversation',
  description:
    'Returns a file: `vcon` contains the complete conversation, `md`, `docx` and `pdf` title, facts, summary and transcript, the other formats the transcript. ' +
    '`vtt` and `srt` require a transcript with times, otherwise 409 `export_impossible`. `pdf` requires ' +
    'Latin, Greek, Cyrillic, Chinese, Japanese or Korean letters, otherwise the same error; use `docx` for others.',
  tag: 'Conversations',
  cost: COSTS.medium,
  input: z.object({
    id: pathId('conversation'),
    format: z.enum(EXPORT_FORMATS).default('vcon').describe('File format. Defaults to `vcon`. Example: `vtt`.'),
  }),
  output: z.union([z.instanceof(FileAnswer), z.instanceof(StoredAnswer)]),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/conversations/{id}/export',
    produces: EXPORT_TYPES,
    statuses: [200, 206, 304],
    refusals: [409, 416],
  },
  handle: ({ id, format }, ctx) => writeExport(ctx, id, format),
})
