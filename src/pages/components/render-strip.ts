/** Strip of who spoke when, in rows of calls. */
import type { ConversationBrief } from '../../features/conversations/records/index.ts'
import type { Html } from '../../inbound/web/html.ts'
import { renderStrip, type TalkStrip } from '../../inbound/web/speech-strip.ts'

/** @returns false for calls without a transcript */
export function renderTalkStrip({ text }: ConversationBrief['talkStrip']): Html | false {
  const strip = JSON.parse(text) as TalkStrip | null
  return strip !== null && renderStrip(strip)
}
