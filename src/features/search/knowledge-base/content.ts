/** Inline content, parsed and split into passages before the transaction starts, because this can be slow. */
import { invalid } from '../../../core/errors.ts'
import type { Ports } from '../../../core/operation.ts'
import { type ExtractedText, UnreadableDocument } from '../../../core/text-extraction.ts'
import { type CutPassage, cutIntoPassages, marksOfMarkdown } from '../../text/passages/index.ts'
import { CONTENT_MAX, type ManualFormat, type SourceFormat } from './schema.ts'

/** @throws AppError `validation_failed` if the content has no text */
export async function passagesOfContent(
  ctx: Pick<Ports, 'textExtraction'>,
  content: string,
  format: ManualFormat,
): Promise<CutPassage[]> {
  const { text, marks } = format === 'text/html' ? await readPage(ctx, content) : parseStructure(content, format)
  const passages = cutIntoPassages(text, marks)
  if (passages.length === 0)
    throw invalid({ pointer: '/content', detail: '`content` contains no text. Send content with at least one word.' })
  return passages
}

export function parseStructure(text: string, format: SourceFormat): Pick<ExtractedText, 'text' | 'marks'> {
  return { text, marks: format === 'text/markdown' ? marksOfMarkdown(text) : [] }
}

async function readPage(ctx: Pick<Ports, 'textExtraction'>, html: string): Promise<ExtractedText> {
  try {
    // A four-character entity can decode to two UTF-16 units, so the text is never longer than twice the limit.
    return await ctx.textExtraction.html(html, { maxLength: 2 * CONTENT_MAX })
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    throw invalid({
      pointer: '/content',
      detail: 'The HTML in `content` is too complex to parse. Simplify it, or send plain text or Markdown.',
    })
  }
}
