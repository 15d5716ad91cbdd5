/** Suggested names of speakers on the call page. A person accepts a name, which can be undone, or dismisses it. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  dismissSpeakerSuggestion,
  listSpeakerSuggestions,
  type SpeakerSuggestion,
  type TranscriptMeta,
  updateTranscript,
} from '../../features/conversations/transcript-lines/index.ts'
import { isUnnamedSpeaker } from '../../features/text/speaker-names/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { actionButton, disclosure } from '../components/form.ts'
import { type Correction, listLinesBy } from './correct.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { speakerName } from './turns.ts'

/** Parts of the page that a name changes. */
const CHANGED = '#transcript, #corrected, #timeline'

/** Suggestions for the speakers without names. Empty without a request if all speakers have names. */
export async function readSpeakerNames(req: PageVisit, { speakers }: TranscriptMeta): Promise<SpeakerSuggestion[]> {
  if (!speakers.some(({ name }) => isUnnamedSpeaker(name))) return []
  return (await req.run(listSpeakerSuggestions, { id: req.params.id })).data
}

export function renderSpeakerNames(req: PageVisit, suggestions: readonly SpeakerSuggestion[]): Html {
  if (suggestions.length === 0) return html``
  const label =
    suggestions.length === 1 ? t('1 speaker name suggested') : t`${suggestions.length} speaker names suggested`
  const list = html`<ul class="rows">${suggestions.map((one) => renderSuggestion(req, one))}</ul>`
  return html`<div class="call-names" id="speaker-names">${disclosure(label, list, suggestions.length <= 3)}</div>`
}

function renderSuggestion(
  req: PageVisit,
  { speaker, name, is_participant: isParticipant, evidence }: SpeakerSuggestion,
): Html {
  const page = conversationPath(req.params.id)
  const [first] = evidence
  const fields = { speaker, name }
  const given = { page, key: speaker, enhance: CHANGED, fields }
  return html`<li class="row"><span class="grow"><span><bdi>${speakerName(speaker)}</bdi> may be <strong><bdi>${name}</bdi></strong>${!isParticipant && t(', who is no participant of the call')}</span>${
    first !== undefined &&
    html`<span class="soft"><a class="moment" href="${page}?s=${first.segment}">${first.start === null ? t`Line ${first.segment + 1}` : clockTime(first.start)}</a> <bdi>${speakerName(first.speaker)}</bdi>: <q dir="auto">${first.quote}</q></span>`
  }</span>${actionButton(req, { ...given, action: 'name-speaker', button: html`Rename<span class="unseen"> ${speakerName(speaker)} to ${name}</span>` })}${actionButton(req, { ...given, action: 'dismiss-name', button: html`Dismiss<span class="unseen"> ${name} for ${speakerName(speaker)}</span>`, kind: 'link' })}</li>`
}

/** Renames a speaker in the whole call. */
export async function acceptSpeakerName(req: PageVisit, fields: Fields): Promise<Correction> {
  const { id } = req.params
  const speaker = fields.text('speaker')
  const name = fields.text('name')
  const spoken = await listLinesBy(req, speaker)
  const { transcriptVersion: version, changed } = await req.run(updateTranscript, {
    id,
    speakers: [{ from: speaker, to: name }],
  })
  return {
    words: t`${speakerName(speaker)} renamed to ${speakerName(name)} in ${changed === 1 ? t('1 line') : t`${changed} lines`}`,
    ...{ segment: spoken[0] ?? 0, version, lines: [], speaker, spoken: changed === 0 ? [] : spoken },
  }
}

export async function dismissSpeakerName(req: PageVisit, fields: Fields): Promise<Text> {
  const [speaker, name] = [fields.text('speaker'), fields.text('name')]
  await req.run(dismissSpeakerSuggestion, { id: req.params.id, speaker, name })
  return t`${name} dismissed for ${speakerName(speaker)}`
}
