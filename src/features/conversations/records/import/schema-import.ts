/** Request schema of the import of a conversation. */
import { z } from 'zod'
import { invalid } from '../../../../core/errors.ts'
import { UploadedFile } from '../../../../core/operation.ts'
import { givenJson, instant, text, uuid } from '../../../../core/wire.ts'
import { emailAddress } from '../../../accounts/identity/index.ts'
import { crmLink } from '../../crm-records/index.ts'
import { externalId, labelMap, language, mediaUrl, metadata, sidedParticipant, TITLE_MAX } from '../schema-input.ts'

/** Report about a transcript that was read, for people. Import metadata contains the same. */
export const readingOutput = z
  .object({
    form: z.string().describe('Name of the recognized form, such as `WebVTT` or `Deepgram`.'),
    taken: z.array(z.string()).describe('Content that was read, such as `12 segments`, `2 speakers` or `title`.'),
    missing: z
      .array(z.string())
      .describe('Content that transcripts usually have and this one lacks, such as `end times`.'),
    leftOut: z
      .array(
        z.object({
          what: z.string().describe("Kind of content that isn't speech, such as `events`."),
          count: z.int().describe('Number of its entries.'),
        }),
      )
      .describe("Content of the transcript that wasn't stored."),
    encoding: z
      .enum(['UTF-16', 'Windows-1252', 'Shift JIS', 'EUC-JP', 'ISO-2022-JP'])
      .optional()
      .describe('Encoding in which the text of the file was read. Missing for UTF-8, and for content of the request.'),
  })
  .describe('Report about the recognized form of the transcript. Missing without a transcript.')

export const importInput = z.object({
  transcript: z
    .unknown()
    .optional()
    .describe(
      'Transcript as WebVTT, SRT, vCon, `Name: text` lines or Parley JSON: a string, or a JSON value. ' +
        'Required without `file`, `mediaURL` and `mediaFollows`. Example: `Ana: Hello.`.',
    ),
  mediaURL: mediaUrl
    .optional()
    .describe(
      'URL of the recording, http or https, maximum 2,048 characters. Example: `https://media.example.com/1.mp4`.',
    ),
  file: z
    .instanceof(UploadedFile)
    .optional()
    .describe(
      'Recording (audio or video, maximum 2 GiB) or transcript file, in multipart requests. Parley detects the type ' +
        'from the content.',
    ),
  reuseSameFile: z
    .boolean()
    .optional()
    .describe(
      'Whether to return the conversation that was imported from the same `file`, if you can see it, instead of ' +
        'creating another one. Archived conversations count. Defaults to false. Example: `true`.',
    ),
  mediaFollows: z
    .boolean()
    .optional()
    .describe(
      'Whether the recording is sent later to `PUT /conversations/{id}/media`. Defaults to false. Example: `true`.',
    ),
  userID: uuid()
    .optional()
    .describe(
      'ID of the user who owns the conversation, from `GET /organizations/users`. Defaults to the caller, and with an ' +
        'organization-level key to the first admin. Only admins can set another user. ' +
        'Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
  userEmail: emailAddress
    .optional()
    .describe('Email address of the owner, instead of `userID`, which takes precedence. Example: `ana@example.com`.'),
  applicationName: text({ min: 1, max: 128, trim: true })
    .optional()
    .describe(
      'Name of the importing application, 1 to 128 characters. Defaults to the value in the transcript, or `import`. ' +
        'Example: `zoom`.',
    ),
  applicationExternalID: externalId
    .optional()
    .describe('ID of the conversation in that application, 1 to 256 characters. Example: `zoom-93816274`.'),
  conversationTitle: text({ min: 1, max: TITLE_MAX, trim: true })
    .optional()
    .describe(
      'Title, 1 to 512 characters. Defaults to the title in the transcript or the file name. Example: `Renewal call`.',
    ),
  conversationStartedAt: instant()
    .optional()
    .describe(
      'When the conversation started: a date or an ISO 8601 date-time with offset. Defaults to the time in the ' +
        'transcript. Example: `2026-11-20T14:30:00Z`.',
    ),
  userUUID: uuid().optional().describe('Synonym of `userID`. Send only one of them.'),
  title: text({ min: 1, max: TITLE_MAX, trim: true })
    .optional()
    .describe('Synonym of `conversationTitle`. Send only one of them.'),
  startedAt: instant().optional().describe('Synonym of `conversationStartedAt`. Send only one of them.'),
  teamUUID: uuid()
    .optional()
    .describe(
      "ID of the team, from `GET /organizations/teams`. Defaults to the owner's primary team. " +
        'Example: `5d0f3a7e-1b7c-4c55-9a0e-6f2d8e4b9c10`.',
    ),
  opportunityID: text({ min: 1, max: 256, trim: true })
    .optional()
    .describe(
      'ID of the opportunity in the CRM, 1 to 256 characters. A new opportunity is created if needed. ' +
        'Example: `0061x00000AbCdE`.',
    ),
  linkedCrmRecords: z
    .array(crmLink)
    .max(100)
    .optional()
    .describe('CRM records to link, maximum 100. Example: `[{"code": "companies", "id": "4711"}]`.'),
  participants: z
    .array(sidedParticipant)
    .max(1_000)
    .optional()
    .describe('Participants, maximum 1,000. Defaults to those in the transcript. Example: `[{"name": "Ana Silva"}]`.'),
  externalMetadata: z
    .object({
      participants: z.array(givenJson).max(1_000).optional().describe('Participants as JSON values, maximum 1,000.'),
      extra: metadata.optional().describe('Other metadata, maximum 262,144 characters of JSON.'),
    })
    .optional()
    .describe('Metadata of the importing application. Responses contain it in `importMetadata`.'),
  meetingPlatformMetadata: metadata
    .optional()
    .describe('Metadata of the meeting platform, maximum 262,144 characters of JSON.'),
  language: language
    .optional()
    .describe(
      'Language tag (BCP 47), 2 to 35 characters. Defaults to the language in the transcript. Example: `en-US`.',
    ),
  private: z
    .boolean()
    .optional()
    .describe('Whether only the owner and admins can see the conversation. Defaults to false. Example: `true`.'),
  labels: labelMap.optional().describe('Label options by category, maximum 100. Example: `{"Stage": "Negotiation"}`.'),
  skipScorecardCalculation: z
    .boolean()
    .optional()
    .describe('Whether the analysis skips scorecards. Defaults to false. Example: `true`.'),
  skipCRMFieldsCalculation: z
    .boolean()
    .optional()
    .describe('Whether the analysis skips field values. Defaults to false. Example: `true`.'),
})
export type ImportInput = Omit<z.output<typeof importInput>, keyof typeof SYNONYMS | 'reuseSameFile'>

/** Names of other parts of the API for the same values. */
const SYNONYMS = { userUUID: 'userID', title: 'conversationTitle', startedAt: 'conversationStartedAt' } as const

/** @throws AppError `validation_failed` if a value and its synonym differ */
export function resolveSynonyms(given: Omit<z.output<typeof importInput>, 'reuseSameFile'>): ImportInput {
  const { userUUID, title, startedAt, ...input } = given
  const named = { userUUID, title, startedAt }
  const values: Record<string, unknown> = {}
  for (const [synonym, name] of Object.entries(SYNONYMS) as [keyof typeof SYNONYMS, keyof ImportInput][]) {
    const value = named[synonym]
    if (value === undefined) continue
    if (input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(value)) {
      throw invalid({
        pointer: `/${synonym}`,
        detail: `\`${synonym}\` must be the same as \`${name}\`. Send only one of them.`,
      })
    }
    values[name] = value
  }
  return { ...input, ...values }
}
