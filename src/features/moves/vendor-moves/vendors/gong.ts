/**
 * Gong. Calls come in pages with parties, comments and CRM context, and transcripts in lists by call IDs. Sentences are in
 * milliseconds; times of comments and library snippets are in seconds.
 */
import { z } from 'zod'
import type {
  CallPage,
  LibraryClip,
  ListedCall,
  Vendor,
  VendorAccess,
  VendorActionItem,
  VendorCall,
  VendorComment,
  VendorDefinitions,
  VendorRecording,
  VendorScoring,
  VendorSession,
} from '../vendor.ts'
import { toCrmLinks } from './crm-links.ts'
import { base, compact, toFileName } from './fields.ts'
import {
  answeredResponse,
  callsResponse,
  type comment,
  contentResponse,
  foldersResponse,
  type GongCall,
  scorecardsResponse,
  trackersResponse,
  transcriptsResponse,
  usersResponse,
  workspacesResponse,
} from './gong-schemas.ts'

export const gong: Vendor = {
  id: 'gong',
  title: 'Gong',
  credentials: [
    { variable: 'GONG_ACCESS_KEY', description: 'Access key of the API' },
    { variable: 'GONG_ACCESS_KEY_SECRET', description: 'Secret of the access key' },
    { variable: 'GONG_BASE_URL', description: 'Base URL of your account', default: 'https://api.gong.io' },
  ],
  quota: { perSecond: 3, perDay: 10_000 },
  unavailable: [
    'Private comments',
    'Hits of trackers. Parley searches the transcripts with the moved phrases instead',
    'Phrases of smart trackers',
    'Deal boards, forecasts and emails',
    'Users and teams that a single call is shared with',
    'Playback statistics and questions to the assistant',
  ],
  open: openGong,
}

const CONTENT = {
  context: 'Extended',
  exposedFields: {
    parties: true,
    content: { brief: true, keyPoints: true, pointsOfInterest: true },
    collaboration: { publicComments: true },
    media: true,
  },
}

/** Scores of Gong. */
const [SCORE_MIN, SCORE_MAX] = [1, 5]

function openGong({ client, credentials, window }: VendorAccess): VendorSession {
  const url = (path: string) => `${base(credentials.GONG_BASE_URL ?? '')}${path}`
  const key = `${credentials.GONG_ACCESS_KEY}:${credentials.GONG_ACCESS_KEY_SECRET}`
  const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
  const request: Ask = (schema, path, body) =>
    client.request(schema, { url: url(path), headers, absentAt: [404], ...(body === undefined ? {} : { body }) })
  const filter = compact({ fromDateTime: window.since?.toISOString(), toDateTime: window.until?.toISOString() })
  const users = remember(() => loadUsers(request))
  const scorings = remember(() => loadScorings(request, users))
  const selectCalls = (given: object, cursor?: string) =>
    request(callsResponse, '/v2/calls/extensive', {
      ...(cursor === undefined ? {} : { cursor }),
      ...{ filter: given, contentSelector: CONTENT },
    })

  return {
    async list(position: string | undefined): Promise<CallPage> {
      // An account without calls in the window returns 404.
      const page = await selectCalls(filter, position)
      const emails = await users()
      return {
        calls: (page?.calls ?? []).map((source) => toListedCall(source, emails)),
        next: page?.records?.cursor,
      }
    },

    async *load(calls: readonly ListedCall[]): AsyncIterable<VendorCall> {
      const transcripts = await loadTranscripts(
        request,
        calls.map(({ externalId }) => externalId),
      )
      const [emails, scored] = [await users(), await scorings()]
      for (const listed of calls) {
        const source = listed.source as GongCall
        const renew = async () => {
          const [fresh] = (await selectCalls({ callIds: [listed.externalId] }))?.calls ?? []
          return fresh?.media?.videoUrl ?? fresh?.media?.audioUrl
        }
        yield toVendorCall(listed, source, {
          transcript: transcripts.get(listed.externalId),
          ...{ emails, scorings: scored.get(listed.externalId) ?? [], renew },
        })
      }
    },

    async definitions(): Promise<VendorDefinitions> {
      const trackers = await request(trackersResponse, '/v2/settings/trackers')
      const scorecards = await request(scorecardsResponse, '/v2/settings/scorecards')
      return {
        trackers: (trackers?.keywordTrackers ?? []).map((tracker) => ({
          externalId: tracker.trackerId,
          name: tracker.trackerName,
          phrases: tracker.languageKeywords.flatMap(({ keywords }) => keywords),
          speakers: SIDES[tracker.affiliation?.toLowerCase() ?? ''] ?? 'all',
          stemmed: tracker.languageKeywords.some(({ includeRelatedForms }) => includeRelatedForms === true),
        })),
        scorecards: (scorecards?.scorecards ?? []).map((card) => ({
          externalId: card.scorecardId,
          title: card.scorecardName,
          questions: card.questions.map(({ questionId, questionText }) => ({
            externalId: questionId,
            text: questionText,
          })),
        })),
      }
    },

    library: () => loadLibrary(request, users),
  }
}

const SIDES: Readonly<Record<string, 'all' | 'internal' | 'external'>> = {
  company: 'internal',
  customer: 'external',
  anyone: 'all',
}

type Ask = <T extends z.ZodType>(schema: T, path: string, body?: object) => Promise<z.output<T> | undefined>
type Emails = ReadonlyMap<string, string>

/** Loads a value when it is first needed. */
function remember<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

async function loadUsers(request: Ask): Promise<Emails> {
  const emails = new Map<string, string>()
  for (let cursor: string | undefined; ; ) {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const page = await request(usersResponse, `/v2/users${query}`)
    for (const user of page?.users ?? []) if (user.emailAddress !== undefined) emails.set(user.id, user.emailAddress)
    cursor = page?.records?.cursor
    if (cursor === undefined) return emails
  }
}

async function loadScorings(request: Ask, users: () => Promise<Emails>): Promise<Map<string, VendorScoring[]>> {
  const emails = await users()
  const scorings = new Map<string, VendorScoring[]>()
  for (let cursor: string | undefined; ; ) {
    const body = { filter: {}, ...(cursor === undefined ? {} : { cursor }) }
    const page = await request(answeredResponse, '/v2/stats/activity/scorecards', body)
    for (const answered of page?.answeredScorecards ?? []) {
      const scoring: VendorScoring = {
        scorecardId: answered.scorecardId,
        reviewerEmail: emails.get(answered.reviewerUserId ?? ''),
        at: answered.reviewTime,
        answers: answered.answers.flatMap(({ questionId, score, answerText, notApplicable }) =>
          score === undefined || notApplicable === true || score < SCORE_MIN || score > SCORE_MAX
            ? []
            : [{ questionId, score, text: answerText ?? '' }],
        ),
      }
      scorings.set(answered.callId, [...(scorings.get(answered.callId) ?? []), scoring])
    }
    cursor = page?.records?.cursor
    if (cursor === undefined) return scorings
  }
}

async function loadTranscripts(request: Ask, callIds: readonly string[]): Promise<Map<string, unknown>> {
  const transcripts = new Map<string, unknown>()
  for (let cursor: string | undefined; ; ) {
    const body = { filter: { callIds }, ...(cursor === undefined ? {} : { cursor }) }
    const page = await request(transcriptsResponse, '/v2/calls/transcript', body)
    for (const each of page?.callTranscripts ?? []) transcripts.set(each.callId, each)
    cursor = page?.records?.cursor
    if (cursor === undefined) return transcripts
  }
}

function toListedCall(source: GongCall, emails: Emails): ListedCall {
  const { id: externalId, title, started, duration, primaryUserId } = source.metaData
  return {
    ...{ externalId, title, startedAt: started, durationSeconds: duration, source },
    ownerEmail: primaryUserId === undefined ? undefined : emails.get(primaryUserId),
  }
}

interface Loaded {
  readonly transcript: unknown
  readonly emails: Emails
  readonly scorings: readonly VendorScoring[]
  readonly renew: Renew
}
type Renew = () => Promise<string | undefined>

function toVendorCall(
  listed: ListedCall,
  source: GongCall,
  { transcript, emails, scorings, renew }: Loaded,
): VendorCall {
  const { metaData, parties, context, content, collaboration, media } = source
  const links = context.flatMap(({ system, objects }) =>
    objects.map(({ objectType, objectId }) => ({ system, type: objectType, id: objectId })),
  )
  return {
    ...listed,
    // The reader finds names of speakers in the details of the call.
    transcript: isSpoken(transcript) ? { callTranscripts: [transcript], calls: [source] } : undefined,
    isPrivate: metaData.isPrivate,
    participants: parties.map(({ name, emailAddress, userId, affiliation }) => ({
      ...{ name, internal: AFFILIATIONS[affiliation?.toLowerCase() ?? ''] },
      email: emailAddress,
      organizer: userId !== undefined && userId === metaData.primaryUserId ? true : undefined,
    })),
    ...toCrmLinks(links),
    ...toSummary(content),
    actionItems: toActionItems(content, parties),
    facts: compact({
      ...{ url: metaData.url, workspaceId: metaData.workspaceId, clientUniqueId: metaData.clientUniqueId },
      ...{ direction: metaData.direction, system: metaData.system, purpose: metaData.purpose },
      meetingUrl: metaData.meetingUrl,
    }),
    recording: toRecording(metaData.title, media, renew),
    comments: (collaboration?.publicComments ?? []).map((each) => toComment(each, emails)),
    scorings,
  }
}

const AFFILIATIONS: Readonly<Record<string, boolean>> = { internal: true, external: false }

function toSummary(content: GongCall['content']): { summary?: string } {
  const points = (content?.keyPoints ?? []).flatMap(({ text }) => (text === undefined ? [] : [`- ${text}`]))
  const parts = [...(content?.brief === undefined ? [] : [content.brief]), ...points]
  return parts.length === 0 ? {} : { summary: `Summary from Gong: ${parts.join('\n')}` }
}

/** Sentences in which somebody promises something. The speaker does it. */
const toActionItems = (content: GongCall['content'], parties: GongCall['parties']): VendorActionItem[] =>
  (content?.pointsOfInterest?.actionItems ?? []).flatMap(({ snippet, snippetStartTime: start, speakerId }) => {
    const person =
      speakerId === undefined ? undefined : parties.find((one) => one.id === speakerId || one.speakerId === speakerId)
    return snippet === undefined ? [] : [{ text: snippet, start, name: person?.name, email: person?.emailAddress }]
  })

const isSpoken = (transcript: unknown): boolean =>
  z.looseObject({ transcript: z.array(z.unknown()).min(1) }).safeParse(transcript).success

function toRecording(title: string | undefined, media: GongCall['media'], renew: Renew): VendorRecording | undefined {
  if (media?.videoUrl !== undefined)
    return { fileName: toFileName(title, 'mp4'), source: { url: media.videoUrl }, renew }
  if (media?.audioUrl !== undefined)
    return { fileName: toFileName(title, 'mp3'), source: { url: media.audioUrl }, renew }
  return undefined
}

function toComment(each: z.output<typeof comment>, emails: Emails): VendorComment {
  return {
    externalId: each.id,
    authorEmail: emails.get(each.commenterUserId ?? ''),
    // Mentions have the form `@[name](user id)`.
    text: each.comment.replaceAll(/@\[([^\]\n]{1,200})\]\(\d{1,20}\)/g, '$1'),
    start: each.audioStartTime,
    end: each.audioEndTime,
    at: each.posted,
    replyTo: each.inReplyTo,
  }
}

/** Depth of folders after which a loop of parents is assumed. */
const DEPTH_MAX = 8

async function* loadLibrary(request: Ask, users: () => Promise<Emails>): AsyncIterable<LibraryClip> {
  const emails = await users()
  const workspaces = (await request(workspacesResponse, '/v2/workspaces'))?.workspaces ?? []
  for (const workspace of workspaces) {
    const found = await request(foldersResponse, `/v2/library/folders?workspaceId=${encodeURIComponent(workspace.id)}`)
    const folders = new Map((found?.folders ?? []).map((folder) => [folder.id, folder]))
    for (const folder of folders.values()) {
      const address = `/v2/library/folder-content?folderId=${encodeURIComponent(folder.id)}`
      const content = await request(contentResponse, address)
      const path: string[] = []
      let at = folders.get(folder.id)
      for (let depth = 0; at !== undefined && depth < DEPTH_MAX; depth++) {
        if (at.name !== undefined) path.unshift(at.name)
        at = folders.get(at.parentFolderId ?? '')
      }
      for (const entry of content?.calls ?? []) {
        const [start, end] = [entry.snippet?.fromSec, entry.snippet?.toSec]
        yield {
          externalId: `${folder.id}/${entry.id}/${start ?? 0}-${end ?? ''}`,
          ...{ callId: entry.id, folderPath: path, title: entry.title, notes: entry.note, start, end },
          ownerEmail: emails.get(entry.addedBy ?? ''),
        }
      }
    }
  }
}
