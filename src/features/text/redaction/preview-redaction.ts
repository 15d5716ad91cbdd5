import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { text } from '../../../core/wire.ts'
import { createFinder } from './find.ts'
import { maskText } from './mask.ts'
import { selectSettings } from './queries.ts'
import { counts, PREVIEW_MAX, settingsInput } from './schema.ts'
import { checkPatterns } from './validate-patterns.ts'

const preview = z.object({
  text: z.string().describe('The text with masks in place of the matches.'),
  spans: z
    .array(
      z.object({
        kind: z.string().describe('Kind of the data, such as `email`, or the name of a pattern.'),
        mask: z.string().describe('Text that replaces the match.'),
        from: z.int().describe('Start of the mask in UTF-16 units.'),
        to: z.int().describe('End of the mask, exclusive, in UTF-16 units.'),
      }),
    )
    .describe('Positions of the masks in that text, in UTF-16 units; `to` is exclusive.'),
  counts,
})

export const previewRedaction = defineOperation({
  id: 'previewRedaction',
  summary: 'Preview a redaction',
  description:
    'Returns the text with masks. Omitted `kinds` and `patterns` default to the rules of the organization, ' +
    'whatever their mode. Parley stores nothing.',
  tag: 'Privacy',
  cost: COSTS.medium,
  input: z.object({
    text: text({ max: PREVIEW_MAX }).describe(
      `Text to redact. Maximum ${PREVIEW_MAX} characters. Example: \`Call me at 415-555-0132.\``,
    ),
    kinds: settingsInput.shape.kinds
      .removeDefault()
      .optional()
      .describe('Kinds of personal data to mask. Defaults to the kinds of the organization. Example: `["card"]`.'),
    patterns: settingsInput.shape.patterns
      .removeDefault()
      .optional()
      .describe('Patterns to apply. Defaults to the patterns of the organization.'),
  }),
  output: preview,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/redaction/preview', safe: true, ...inData(preview) },
  async handle({ text, kinds, patterns }, ctx) {
    checkPatterns(patterns ?? [])
    const settled = await selectSettings(ctx.db, ctx.org)
    const find = createFinder({ kinds: kinds ?? settled.kinds, patterns: patterns ?? settled.patterns })
    return maskText(text, find)
  },
})
