import type { TextForm } from './form.ts'
import { ass } from './text/ass.ts'
import { audacity } from './text/audacity.ts'
import { clockBlocks } from './text/clock-blocks.ts'
import { clockLines } from './text/clock-lines.ts'
import { ctm } from './text/ctm.ts'
import { fathomText } from './text/fathom-text.ts'
import { jigasiText } from './text/jigasi-text.ts'
import { lrc } from './text/lrc.ts'
import { markdown } from './text/markdown.ts'
import { meetDocument } from './text/meet-document.ts'
import { microdvd } from './text/microdvd.ts'
import { nameBlocks } from './text/name-blocks.ts'
import { nemoText } from './text/nemo-text.ts'
import { otter } from './text/otter.ts'
import { podcastHtml } from './text/podcast-html.ts'
import { rttm } from './text/rttm.ts'
import { sami } from './text/sami.ts'
import { stm } from './text/stm.ts'
import { table } from './text/table.ts'
import { teamsText } from './text/teams-text.ts'
import { ttml } from './text/ttml.ts'
import { whatsapp } from './text/whatsapp.ts'
import { whisperConsole } from './text/whisper-console.ts'
import { whisperTable } from './text/whisper-table.ts'

/**
 * Text forms after the subtitle forms of `read-string.ts`. The first one that recognizes the text reads it: forms with a
 * header or a markup come before forms that only look at the shape of lines.
 */
export const TEXT_FORMS: readonly TextForm[] = [
  ...[sami, ttml, podcastHtml, ass, microdvd, rttm],
  ...[whisperTable, table, audacity, nemoText, whisperConsole, lrc],
  ...[jigasiText, meetDocument, teamsText, fathomText, whatsapp, markdown, otter, clockBlocks, clockLines],
  ...[stm, ctm, nameBlocks],
]
