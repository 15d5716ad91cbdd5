import { z } from 'zod'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { text } from '../../core/wire.ts'
import { checkPatterns } from './checked.ts'
import { finderOf } from './find.ts'
import { maskText } from './mask.ts'
import { selectSettings } from './queries.ts'
import { counts, PREVIEW_MAX, settingsInput } from './schema.ts'

const preview = z.object({
  text: z.string().describe('With masks in the place of what was found.'),
  spans: z
    .array(z.object({ kind: z.string(), mask: z.string(), from: z.int(), to: z.int() }))
    .describe('Where the masks stand in that text, in UTF-16 units.'),
  counts,
})

export const previewRedaction = defineOperation({
  id: 'previewRedaction',
  summary: 'Show what the rules, or others that are tried out, would mask in a text.',
  description: 'Rules that are not given are those of the organization, whatever their mode. Nothing is stored.',
  tag: 'Privacy',
  cost: COSTS.medium,
  input: z.object({
    text: text({ max: PREVIEW_MAX }),
    kinds: settingsInput.shape.kinds.removeDefault().optional(),
    patterns: settingsInput.shape.patterns.removeDefault().optional(),
  }),
  output: preview,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/redaction/preview', safe: true, ...inData(preview) },
  async handle({ text, kinds, patterns }, ctx) {
    checkPatterns(patterns ?? [])
    const settled = await selectSettings(ctx.db, ctx.org)
    const find = finderOf({ kinds: kinds ?? settled.kinds, patterns: patterns ?? settled.patterns })
    return maskText(text, find)
  },
})
