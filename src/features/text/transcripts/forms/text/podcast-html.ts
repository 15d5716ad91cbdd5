import { TranscriptFault } from '../../model.ts'
import { decodeEntities } from '../cue-text.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { lineAt } from '../lines.ts'
import { parseTime } from '../timing.ts'

/** Podcast namespace HTML: `<cite>` is the name, `<time>` the start, and `<p>` the text. */
export const podcastHtml: TextForm = {
  id: 'podcast-html',
  name: 'Podcast transcript in HTML',
  recognize: ({ text }) =>
    /^\uFEFF?\s*</.test(text) && /<cite>[^<]{1,200}<\/cite>\s*(?:<time>|<p>)/i.test(text.slice(0, 20_000)),
  read({ text }) {
    const draft = createDraft('podcast-html')
    let [name, start]: [string, number | null] = ['', null]
    for (const match of text.matchAll(
      /<(cite|time|p)\b[^<>]{0,300}>([^<]*(?:<(?!\/?(?:cite|time|p)\b)[^<]*)*)<\/\1>/gi,
    )) {
      const [, tag = '', body = ''] = match
      const content = decodeEntities(body.replace(/<[^<>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim()
      if (tag.toLowerCase() === 'cite') name = content.replace(/:$/, '')
      else if (tag.toLowerCase() === 'time') {
        start = parseTime(content) ?? null
        if (start === null)
          throw new TranscriptFault('A time must be a clock such as 0:00 or 1:02:03.', {
            line: lineAt(text, match.index),
          })
      } else {
        draft.add({ speaker: { name }, start, text: content }, {})
        start = null
      }
    }
    return draft.finish({ title: /<title>([^<]{1,500})<\/title>/i.exec(text)?.[1]?.trim() })
  },
}
