import { TranscriptFault } from '../../model.ts'
import { checkTime } from '../collect.ts'
import { createDraft } from '../draft.ts'
import type { TextForm } from '../form.ts'
import { isBlank } from '../lines.ts'
import { addTokens, type Token } from '../tokens.ts'

const WORD =
  /^\uFEFF?(\S{1,200})\s+([A-Za-z\d]{1,10})\s+(\d{1,9}(?:\.\d{1,9})?)\s+(\d{1,9}(?:\.\d{1,9})?)\s+(\S+)(?:\s+[\d.]+)?$/
const ALTERNATION = /<ALT(?:_BEGIN|_END)?>/

/** CTM of NIST: one word a line, `file channel start length word`, in seconds. Channels are speakers. */
export const ctm: TextForm = {
  id: 'ctm',
  name: 'CTM',
  recognize: ({ head }) => {
    const words = head.filter((line) => !line.startsWith(';;') && !ALTERNATION.test(line)).slice(0, 5)
    return words.length > 1 && words.every((line) => WORD.test(line))
  },
  read({ lines }) {
    const draft = createDraft('ctm')
    const tokens: Token[] = []
    let file: string | undefined
    let isSkipped = false
    for (const [index, text] of lines.entries()) {
      const line = index + 1
      if (isBlank(text) || text.startsWith(';;')) continue
      const mark = ALTERNATION.exec(text)?.[0]
      if (mark !== undefined) {
        isSkipped = mark === '<ALT>'
        continue
      }
      if (isSkipped) continue
      const match = WORD.exec(text.trim())
      if (match === null) throw new TranscriptFault('A line must be `file channel start length word`.', { line })
      const [, name = '', channel = '', start = '', length = '', word = ''] = match
      file ??= name
      if (name !== file)
        throw new TranscriptFault('The file contains several recordings. Send each one separately.', { line })
      const from = checkTime(Number(start), { line })
      const end = checkTime(Math.round((from + Number(length)) * 1e6) / 1e6, { line })
      tokens.push({ text: word, start: from, end, speaker: { id: channel, name: `Channel ${channel}` }, channel })
    }
    tokens.sort((a, b) => (a.start ?? 0) - (b.start ?? 0))
    addTokens(draft, tokens, '')
    return draft.finish({ externalId: file })
  },
}
