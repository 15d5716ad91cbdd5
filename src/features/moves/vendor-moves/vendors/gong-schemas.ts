/** Responses of Gong. Members that Parley doesn't read are ignored. */
import { z } from 'zod'
import { flag, id, instant, list, number, optionalId, strictList, words } from './fields.ts'

const records = z.looseObject({ cursor: words }).optional().catch(undefined)

const party = z.looseObject({
  id: optionalId,
  name: words,
  emailAddress: words,
  userId: optionalId,
  speakerId: optionalId,
  affiliation: words,
})

export const comment = z.looseObject({
  id,
  comment: z.string(),
  commenterUserId: optionalId,
  audioStartTime: number,
  audioEndTime: number,
  posted: instant,
  inReplyTo: optionalId,
})

const crmObject = z.looseObject({ objectType: words, objectId: optionalId })

const call = z.looseObject({
  metaData: z.looseObject({
    id,
    title: words,
    started: instant,
    duration: number,
    primaryUserId: optionalId,
    isPrivate: flag,
    url: words,
    workspaceId: optionalId,
    clientUniqueId: optionalId,
    direction: words,
    system: words,
    purpose: words,
    meetingUrl: words,
  }),
  parties: list(party),
  context: list(z.looseObject({ system: words, objects: list(crmObject) })),
  content: z
    .looseObject({
      brief: words,
      keyPoints: list(z.looseObject({ text: words })),
      pointsOfInterest: z
        .looseObject({
          actionItems: list(z.looseObject({ snippetStartTime: number, speakerId: optionalId, snippet: words })),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  collaboration: z
    .looseObject({ publicComments: list(comment) })
    .optional()
    .catch(undefined),
  media: z.looseObject({ audioUrl: words, videoUrl: words }).optional().catch(undefined),
})
export type GongCall = z.output<typeof call>

export const callsResponse = z.looseObject({ records, calls: strictList(call) })
const transcript = z.looseObject({ callId: id, transcript: z.unknown() })
export const transcriptsResponse = z.looseObject({ records, callTranscripts: strictList(transcript) })

export const usersResponse = z.looseObject({
  records,
  users: list(z.looseObject({ id, emailAddress: words })),
})

export const trackersResponse = z.looseObject({
  keywordTrackers: list(
    z.looseObject({
      trackerId: id,
      trackerName: z.string(),
      affiliation: words,
      languageKeywords: list(z.looseObject({ keywords: list(z.string()), includeRelatedForms: flag })),
    }),
  ),
})

export const scorecardsResponse = z.looseObject({
  scorecards: list(
    z.looseObject({
      scorecardId: id,
      scorecardName: z.string(),
      questions: list(z.looseObject({ questionId: id, questionText: z.string(), isOverall: flag })),
    }),
  ),
})

const answer = z.looseObject({ questionId: id, score: number, answerText: words, notApplicable: flag })
export const answeredResponse = z.looseObject({
  records,
  answeredScorecards: list(
    z.looseObject({
      scorecardId: id,
      callId: id,
      reviewerUserId: optionalId,
      reviewTime: instant,
      answers: list(answer),
    }),
  ),
})

export const workspacesResponse = z.looseObject({ workspaces: list(z.looseObject({ id, name: words })) })
export const foldersResponse = z.looseObject({
  folders: list(z.looseObject({ id, name: words, parentFolderId: optionalId })),
})
export const contentResponse = z.looseObject({
  calls: list(
    z.looseObject({
      id,
      title: words,
      note: words,
      addedBy: optionalId,
      snippet: z.looseObject({ fromSec: number, toSec: number }).nullish().catch(undefined),
    }),
  ),
})
