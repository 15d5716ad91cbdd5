/**
 * Corrections on the call page: text and speaker of one turn, or the name of a speaker in the whole call. Both can be undone
 * until the page is left. The notice after a correction contains the previous values, so undoing is another correction.
 */

import { invalid } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import {
  getTranscript,
  type TranscriptLine,
  updateTranscript,
} from '../../features/conversations/transcript-lines/index.ts'
import type { Fields } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form } from '../components/form.ts'
import { conversationPath, type PageVisit } from './paths.ts'
import { speakerName } from './turns.ts'
import { parseNumber } from './window.ts'

/** Maximum number of lines in one form. A longer turn has a link to the editor. */
const LINES_MAX = 20
/** Maximum number of lines per request of the operation, and of a rename that can be undone. */
const AT_ONCE = 500
const UNDO_MAX = 5_000

/** Form for the lines of a turn. A script inserts it below the turn; the link without a script opens the editor. */
export async function correctPiece(req: PageVisit): Promise<Html> {
  const { id } = req.params
  const first = Math.trunc(parseNumber(req.query, 's') ?? 0)
  const last = Math.min(Math.trunc(parseNumber(req.query, 'to') ?? first), first + LINES_MAX - 1)
  const { lines, meta } = await readLines(req, first, last)
  const [line] = lines
  if (line === undefined) return html``
  const { name } = line.speaker
  const count = meta.speakers.find((one) => one.name === name)?.segments ?? 0
  return html`<div class="conversation-correct" id="correct">${form(
    req,
    {
      ...{ page: conversationPath(id), action: 'correct', button: t('Save correction') },
      enhance: '#transcript, #corrected, #timeline',
    },
    (
      fill,
    ) => html`<input type="hidden" name="version" value="${meta.transcriptVersion ?? 0}"><input type="hidden" name="before" value="${name}">
<datalist id="correct-speakers">${meta.speakers.map((one) => html`<option value="${one.name}"></option>`)}</datalist>
<div class="field"><label for="correct-speaker">Speaker</label><input id="correct-speaker" name="speaker" value="${fill.value('speaker', name)}" list="correct-speakers" maxlength="512" autocomplete="off"></div>
${name !== '' && count > lines.length && html`<label class="check"><input type="checkbox" name="everywhere" value="true"><span>Rename ${speakerName(name)} in all ${count} lines of the call</span></label>`}
${lines.map(
  ({
    segment,
    start,
    text,
  }) => html`<div class="field"><label class="unseen" for="correct-${segment}">Text at ${start === null ? t`line ${segment + 1}` : clockTime(start)}</label><input type="hidden" name="segment" value="${segment}"><textarea id="correct-${segment}" name="text-${segment}" rows="1" required dir="auto">
${text}</textarea></div>`,
)}`,
  )}<p class="help">Parley keeps the earlier version and analyzes the call again. <a href="${conversationPath(id)}/edit?s=${first}">Open the editor</a></p></div>`
}

async function readLines(req: PageVisit, first: number, last: number) {
  const { data, meta } = await req.run(getTranscript, {
    ...{ id: req.params.id, size: String(AT_ONCE), segment: String(first) },
  })
  return { lines: data.filter(({ segment }) => segment >= first && segment <= last), meta }
}

/** Changes of a correction, with the values before it. */
export interface Correction {
  readonly words: Text
  readonly segment: number
  readonly version: number
  readonly lines: readonly Pick<TranscriptLine, 'segment' | 'text'>[]
  /** Lines whose speaker changed, and the name before. */
  readonly speaker: string
  readonly spoken: readonly number[]
}

/** @throws AppError `transcript_changed` if another user changed the transcript since the form was opened */
export async function correctTurn(req: PageVisit, fields: Fields): Promise<Correction> {
  const { id } = req.params
  const before = fields.text('before')
  const speaker = fields.text('speaker').trim()
  const segments = fields.all('segment').map(Number)
  const [first = 0] = segments
  if (segments.some((segment) => fields.text(`text-${segment}`).trim() === '')) {
    throw invalid({ pointer: '/text', detail: "A corrected line can't be empty. Use the editor to delete lines." })
  }
  const { lines } = await readLines(req, first, Math.max(...segments))
  const isRenamed = speaker !== before
  const isEverywhere = isRenamed && fields.has('everywhere')
  const spoken = !isRenamed ? [] : isEverywhere ? await listLinesBy(req, before) : segments
  const { transcriptVersion, changed } = await req.run(updateTranscript, {
    id,
    transcriptVersion: fields.number('version'),
    segments: segments.map((segment) => ({
      segment,
      text: fields.text(`text-${segment}`).replaceAll('\r\n', '\n'),
      ...(isRenamed && !isEverywhere ? { speaker } : {}),
    })),
    speakers: isEverywhere ? [{ from: before, to: speaker }] : [],
  })
  const words =
    changed === 0
      ? t('No changes to save')
      : isEverywhere
        ? t`${speakerName(before)} renamed to ${speakerName(speaker)} in ${changed} lines`
        : changed === 1
          ? t('Line corrected')
          : t`${changed} lines corrected`
  return {
    words,
    segment: first,
    version: transcriptVersion,
    lines: changed === 0 ? [] : lines,
    speaker: before,
    spoken,
  }
}

/** Positions of all lines of a speaker. Empty if there are too many to undo. */
export async function listLinesBy(req: PageVisit, speaker: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1; ; page++) {
    const { data, meta } = await req.run(getTranscript, {
      ...{ id: req.params.id, speaker, size: String(AT_ONCE), page: String(page) },
    })
    if (meta.totalRecords > UNDO_MAX) return []
    found.push(...data.map(({ segment }) => segment))
    if (page >= meta.pageCount) return found
  }
}

/** Restores the values before a correction. @returns position of the first line */
export async function undoCorrection(req: PageVisit, fields: Fields): Promise<number> {
  const { id } = req.params
  const texts = new Map(fields.all('segment').map((segment) => [Number(segment), fields.text(`text-${segment}`)]))
  const spoken = new Set(fields.text('spoken').split(',').filter(Boolean).map(Number))
  const all = [...new Set([...texts.keys(), ...spoken])].toSorted((a, b) => a - b)
  let version = fields.number('version')
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const { transcriptVersion } = await req.run(updateTranscript, {
      id,
      transcriptVersion: version,
      segments: all.slice(from, from + AT_ONCE).map((segment) => ({
        segment,
        text: texts.get(segment)?.replaceAll('\r\n', '\n'),
        ...(spoken.has(segment) ? { speaker: fields.text('before') } : {}),
      })),
    })
    version = transcriptVersion
  }
  return all[0] ?? 0
}

/** Notice after a correction, with a button that undoes it. Always present, because a script replaces it. */
export function correctionNotice(req: PageVisit, done: Correction | undefined): Html {
  const { attempt } = req
  if (attempt !== undefined && (attempt.action === 'correct' || attempt.action === 'undo')) {
    return html`<div id="corrected" class="call-corrected problem" role="alert">${attempt.problems[0].detail}</div>`
  }
  if (done === undefined) return html`<div id="corrected" hidden></div>`
  const { words, version, lines, speaker, spoken } = done
  return html`<div id="corrected" class="call-corrected toast" role="status"><span>${words}</span>${
    lines.length + spoken.length > 0 &&
    form(
      req,
      {
        ...{ page: conversationPath(req.params.id), action: 'undo', button: t('Undo'), kind: 'link', inline: true },
        enhance: '#transcript, #corrected, #timeline',
      },
      () =>
        html`<input type="hidden" name="version" value="${version}"><input type="hidden" name="before" value="${speaker}"><input type="hidden" name="spoken" value="${spoken.join(',')}">${lines.map(({ segment, text }) => html`<input type="hidden" name="segment" value="${segment}"><input type="hidden" name="text-${segment}" value="${text}">`)}`,
    )
  }</div>`
}
