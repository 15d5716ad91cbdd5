/** Inline content: read and cut before its transaction begins, since that may take a moment. */
import { invalid } from '../../core/errors.ts'
import type { Ports } from '../../core/operation.ts'
import { type ExtractedText, UnreadableDocument } from '../../core/text-extraction.ts'
import { type CutPassage, marksOfMarkdown, passagesOf } from '../passages/index.ts'
import { CONTENT_MAX, type Format, type ManualFormat } from './schema.ts'

/** @throws AppError `validation_failed`: nothing can be read in it */
export async function passagesOfContent(
  ctx: Pick<Ports, 'textExtraction'>,
  content: string,
  format: ManualFormat,
): Promise<CutPassage[]> {
  const { text, marks } = format === 'text/html' ? await readPage(ctx, content) : structureOf(content, format)
  const passages = passagesOf(text, marks)
  if (passages.length === 0) throw invalid({ pointer: '/content', detail: 'There is no text in this.' })
  return passages
}

export function structureOf(text: string, format: Format): Pick<ExtractedText, 'text' | 'marks'> {
  return { text, marks: format === 'text/markdown' ? marksOfMarkdown(text) : [] }
}

async function readPage(ctx: Pick<Ports, 'textExtraction'>, html: string): Promise<ExtractedText> {
  try {
    // An entity of four characters may stand for one that is counted as two; twice the limit is never reached.
    return await ctx.textExtraction.html(html, { maxLength: 2 * CONTENT_MAX })
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    throw invalid({ pointer: '/content', detail: 'This HTML takes too much time or memory to read.' })
  }
}
