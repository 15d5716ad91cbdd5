/** Loads the data of the call page. */
import { AppError } from '../../core/errors.ts'
import { RawJson } from '../../core/json.ts'
import { getTeam } from '../../features/accounts/teams/index.ts'
import { getConversationAnalysis } from '../../features/analysis/pipeline/index.ts'
import { getConversationSummary } from '../../features/analysis/summaries/index.ts'
import { getConversationTopics } from '../../features/analysis/topics/index.ts'
import { findTrackerToken } from '../../features/analysis/trackers/index.ts'
import { getConversationTargets } from '../../features/coaching/targets/index.ts'
import { formatAccountId, isAccountCode, readRecordName } from '../../features/conversations/crm-records/index.ts'
import { getConversationMediaDetails, getConversationMediaLink } from '../../features/conversations/recordings/index.ts'
import { getConversation, listLinkedCrmRecords, type Statistics } from '../../features/conversations/records/index.ts'
import { listSnippets } from '../../features/library/snippets/index.ts'
import type { AnswerOf } from '../../inbound/web/define-page.ts'
import { readThreads, toCommentMarks } from './comment-marks.ts'
import type { PageVisit } from './paths.ts'
import { readWindow } from './window.ts'

/** Maximum number of clips on the timeline. */
const CLIPS_MAX = '100'

export interface ParticipantView {
  readonly name: string | null
  readonly email: string | null
}

export interface Occurrence {
  readonly segment: number
  /** Offsets in the text of the segment, in UTF-16 units; the end is exclusive. */
  readonly from: number
  readonly to: number
  readonly start: number | null
  readonly quote: string
}

export interface Topic {
  readonly text: string
  readonly count: number
  readonly occurrences: readonly Occurrence[]
}

/** Parses a value that an operation returned as raw JSON. */
const parseRawJson = <T>(value: unknown): T => (value instanceof RawJson ? JSON.parse(value.text) : value) as T

type TopicsAnswer = AnswerOf<typeof getConversationTopics>
export type TrackerMatches = ReturnType<typeof parseTrackers>

/** Trackers with their matches, which the transcript underlines and the timeline marks. */
export const parseTrackers = ({ trackers }: TopicsAnswer) =>
  trackers.map((tracker) => ({
    ...tracker,
    hits: parseRawJson<Occurrence[]>(tracker.hits),
    color: `talk-track-${findTrackerToken(tracker.color)}`,
  }))

export type ShownConversation = Awaited<ReturnType<typeof readConversation>>

export async function readConversation(req: PageVisit) {
  const { id } = req.params
  const [{ attributes }, window, summary, found, analysis, media, clips, { targets }, threads] = await Promise.all([
    req.run(getConversation, { id, 'filter[include_internal_participants]': 'true' }),
    readWindow(req),
    req.run(getConversationSummary, { id }),
    req.run(getConversationTopics, { id }),
    req.run(getConversationAnalysis, { id }),
    req.run(getConversationMediaDetails, { id }),
    req.run(listSnippets, { conversation_id: id, size: CLIPS_MAX }),
    req.run(getConversationTargets, { id }),
    readThreads(req),
  ])
  const { teamUUID } = attributes
  const isKept = media.recording?.status === 'kept'
  const [link, team, account] = await Promise.all([
    isKept ? mediaPath(req) : undefined,
    teamUUID === null ? undefined : req.run(getTeam, { id: teamUUID }),
    loadAccount(req, attributes),
  ])
  return {
    id: attributes.uuid,
    attributes,
    window,
    summary,
    analysis,
    media: {
      ...media,
      path: link,
      isVideo: media.recording?.streams.some(({ kind }) => kind === 'video') === true,
    },
    teamName: team?.name,
    account,
    outside: parseRawJson<ParticipantView[]>(attributes.participants),
    inside: parseRawJson<ParticipantView[]>(attributes.internalParticipants ?? []),
    statistics: parseRawJson<Statistics | null>(attributes.statistics),
    targets,
    labels: parseRawJson<Record<string, string>>(attributes.labels),
    clips: clips.data.map(({ title, video }) => ({ title, start: video.start_time, end: video.end_time })),
    comments: toCommentMarks(threads, window.meta.turns ?? []),
    topics: {
      isFound: found.transcriptVersion !== null,
      keyPhrases: parseRawJson<Topic[]>(found.keyPhrases),
      namedThings: parseRawJson<(Topic & { type: string })[]>(found.namedThings),
      trackers: parseTrackers(found),
    },
  }
}

/** First linked account. None of an archived call, which doesn't belong to its account. */
async function loadAccount(
  req: PageVisit,
  { archived, linkedCrmRecords }: AnswerOf<typeof getConversation>['attributes'],
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const links = parseRawJson<{ id: string; code: string }[]>(linkedCrmRecords)
  if (archived || !links.some(({ code }) => isAccountCode(code))) return undefined
  const { data } = await req.run(listLinkedCrmRecords, { id: req.params.id })
  for (const { code, id: recordId, fields } of data)
    if (isAccountCode(code))
      return { id: formatAccountId({ code, recordId }), name: readRecordName(fields ?? {}) ?? recordId }
  return undefined
}

/** Path of the recording on this host. The page loads nothing from other origins, whatever `PUBLIC_URL` is. */
export async function mediaPath(req: PageVisit): Promise<string | undefined> {
  try {
    const { url } = await req.run(getConversationMediaLink, { id: req.params.id })
    return new URL(url).pathname
  } catch (error) {
    // The recording was removed between the two requests.
    if (error instanceof AppError && error.code === 'recording_not_found') return undefined
    throw error
  }
}
