/** Calls of a made-up Gong account, the same for each seed, and what a move must make of them. */
import { wave } from './sound.ts'

export interface GongAccount {
  readonly calls: readonly GongCallSample[]
  readonly users: readonly { id: string; emailAddress: string }[]
  readonly scorecards: readonly object[]
  readonly trackers: readonly object[]
  readonly answered: readonly object[]
  readonly folders: readonly { id: string; name: string; parentFolderId: string | null }[]
  readonly folderCalls: ReadonlyMap<string, readonly object[]>
  readonly truth: MoveTruth
}

export interface GongCallSample {
  readonly id: string
  readonly call: Record<string, unknown>
  /** Undefined: Gong has no transcript of the call. */
  readonly transcript: object | undefined
}

interface Figures {
  calls: number
  failed: number
  seconds: number
}

export interface MoveTruth {
  readonly ids: readonly string[]
  readonly failedIds: readonly string[]
  readonly years: Map<number, Figures>
  readonly owners: Map<string, Figures>
  readonly parts: Record<string, number>
  readonly missing: Record<string, number>
  /** Clips in the library, and clips of calls that can't come. */
  readonly libraryClips: number
  readonly lostClips: number
}

export const WAVE = wave({ seconds: 1, rate: 8_000 })

/** Users at Gong. Those of the first two are users of Parley too. */
const USERS = ['bob@acme.example', 'carol@acme.example', 'gone@acme.example'].map((emailAddress, index) => ({
  id: String(8_000 + index),
  emailAddress,
}))

const WORDS = 'we could start the rollout in the north region and then look at the price list together next week'.split(
  ' ',
)
const FIRST = Date.parse('2021-01-04T09:00:00Z')
const STEP_MS = 5 * 3_600_000

export function createGongAccount(count: number): GongAccount {
  const truth: MoveTruth = {
    ...{ ids: [], failedIds: [], years: new Map(), owners: new Map(), parts: {}, missing: {} },
    ...{ libraryClips: 0, lostClips: 0 },
  }
  const counted = truth as { -readonly [K in keyof MoveTruth]: MoveTruth[K] } & { ids: string[]; failedIds: string[] }
  const add = (to: Record<string, number>, key: string, n = 1) => {
    to[key] = (to[key] ?? 0) + n
  }
  const calls: GongCallSample[] = []
  const answered: object[] = []
  const inFolder: object[] = []
  for (let n = 0; n < count; n++) {
    const id = String(7_782_342_274_025_937_895n + BigInt(n))
    const [withMedia, isEmpty, isBroken] = [n % 40 === 7, n % 50 === 49, n % 97 === 96]
    const owner = USERS[n % USERS.length] ?? USERS[0]
    if (owner === undefined) throw new Error('There is no user.')
    const started = new Date(FIRST + n * STEP_MS)
    const sentences = Array.from({ length: withMedia ? 1 : 2 + (n % 4) }, (_, index) => ({
      start: withMedia ? 0 : index * 5_000,
      end: withMedia ? 1_000 : index * 5_000 + 4_000,
      text: withMedia ? 'Hello there.' : WORDS.slice((n + index) % 8, ((n + index) % 8) + 9).join(' '),
    }))
    const duration = withMedia ? 1 : sentences.length * 5
    const hasComments = n % 10 === 0
    const call = {
      metaData: {
        ...{
          id,
          url: `https://app.gong.io/call?id=${id}`,
          title: `Call ${n}`,
          started: started.toISOString(),
          duration,
        },
        ...{ primaryUserId: owner.id, language: 'eng', isPrivate: n % 33 === 32, workspaceId: '1', system: 'Zoom' },
        ...{ direction: 'Conference', scope: 'External', media: 'Video', scheduled: started.toISOString() },
      },
      parties: [
        party({ id: `${id}1`, name: 'Rep Person', email: owner.emailAddress, userId: owner.id, speakerId: '11' }),
        party({ id: `${id}2`, name: 'Ann Customer', email: 'ann@customer.example', speakerId: '12' }),
      ],
      context:
        n % 4 === 0
          ? [
              {
                system: 'Salesforce',
                objects: [
                  { objectType: 'Account', objectId: `001${n}`, fields: [{ name: 'Name', value: 'Customer' }] },
                  { objectType: 'Opportunity', objectId: `006${n % 50}`, fields: [] },
                ],
              },
            ]
          : [],
      content: {
        ...{ brief: `About call ${n}.`, keyPoints: [{ text: 'The rollout starts in the north.' }] },
        ...(hasActionItem(n)
          ? {
              pointsOfInterest: {
                actionItems: [
                  { snippetStartTime: 1, snippetEndTime: 4, speakerId: `${id}2`, snippet: 'I will send the numbers.' },
                ],
              },
            }
          : {}),
      },
      collaboration: { publicComments: hasComments ? commentsOf(n, started) : [] },
      ...(withMedia ? { media: { audioUrl: `{url}/media/${id}.wav` } } : {}),
    }
    const transcript = {
      callId: id,
      transcript: sentences.map((sentence, index) => ({
        speakerId: index % 2 === 0 ? '11' : '12',
        topic: null,
        sentences: [isBroken ? { ...sentence, start: 'soon' } : sentence],
      })),
    }
    calls.push({ id, call, transcript: isEmpty ? undefined : transcript })
    const failed = isBroken || (isEmpty && !withMedia)
    counted.ids.push(id)
    const figures = [at(truth.years, started.getUTCFullYear()), at(truth.owners, owner.emailAddress)]
    if (failed) counted.failedIds.push(id)
    for (const figure of figures) {
      if (failed) figure.failed++
      else {
        figure.calls++
        figure.seconds += duration
      }
    }
    if (n % 100 === 1 || n % 100 === 49) {
      inFolder.push({
        id,
        title: `Clip ${n}`,
        note: 'Listen',
        addedBy: USERS[0]?.id,
        snippet: { fromSec: 1, toSec: 4 },
      })
      if (failed) counted.lostClips++
      else counted.libraryClips++
    }
    if (n % 20 === 5) {
      answered.push({
        ...{ answeredScorecardId: `a${n}`, scorecardId: '500', callId: id, reviewerUserId: USERS[1]?.id },
        reviewTime: started.toISOString(),
        answers: [
          { questionId: '501', questionRevisionId: '1', isOverall: true, score: 1 + (n % 5), notApplicable: false },
          { questionId: '502', questionRevisionId: '1', score: null, answerText: 'Yes', notApplicable: false },
        ],
      })
    }
    if (failed) continue
    if (!isEmpty) add(truth.parts, 'transcript')
    add(truth.parts, 'speaker', sentences.length > 1 ? 2 : 1)
    if (owner === USERS[2]) add(truth.missing, 'owner unknown_user')
    else add(truth.parts, 'owner')
    if (withMedia) add(truth.parts, 'recording')
    else add(truth.missing, 'recording absent')
    add(truth.parts, 'side', 2)
    // All of these calls are older than 30 days when they come.
    if (hasActionItem(n)) add(truth.missing, 'action_item old')
    if (n % 4 === 0) add(truth.parts, 'crm_link', 3)
    if (hasComments) {
      add(truth.parts, 'comment', 2)
      add(truth.missing, 'comment unknown_user')
    }
    if (n % 20 === 5) add(truth.parts, 'scorecard_result')
  }
  return {
    ...{ calls, users: USERS, answered, truth },
    scorecards: [
      {
        ...{ scorecardId: '500', scorecardName: 'Discovery', workspaceId: '1', enabled: true },
        questions: [
          { questionId: '501', questionText: 'How was the call overall?', isOverall: true },
          { questionId: '502', questionText: 'Was a next step agreed?', isOverall: false },
        ],
      },
    ],
    trackers: [
      {
        ...{ trackerId: '600', trackerName: 'Pricing', affiliation: 'Anyone' },
        languageKeywords: [{ language: 'eng', keywords: ['price list', 'discount'], includeRelatedForms: true }],
      },
      { trackerId: '601', trackerName: 'Objections (smart)', affiliation: 'Customer', languageKeywords: [] },
    ],
    folders: [
      { id: '700', name: 'Coaching', parentFolderId: null },
      { id: '701', name: 'Best of', parentFolderId: '700' },
    ],
    folderCalls: new Map([
      ['700', []],
      ['701', inFolder],
    ]),
  }
}

const hasActionItem = (n: number): boolean => n % 30 === 3 && n < 6_000

function at<Key>(figures: Map<Key, Figures>, key: Key): Figures {
  const found = figures.get(key) ?? { calls: 0, failed: 0, seconds: 0 }
  figures.set(key, found)
  return found
}

const party = (one: { id: string; name: string; email: string; userId?: string; speakerId: string }) => ({
  ...{ id: one.id, name: one.name, emailAddress: one.email, speakerId: one.speakerId, methods: ['Attendee'] },
  ...(one.userId === undefined ? { affiliation: 'External' } : { affiliation: 'Internal', userId: one.userId }),
})

const commentsOf = (n: number, started: Date) => [
  {
    ...{
      id: `c${n}-1`,
      comment: 'Well asked, @[Bob](8000).',
      commenterUserId: USERS[0]?.id,
      posted: started.toISOString(),
    },
    ...{ audioStartTime: 1, audioEndTime: 3, duringCall: false },
  },
  {
    ...{ id: `c${n}-2`, comment: 'I agree.', commenterUserId: USERS[1]?.id, posted: started.toISOString() },
    ...{ inReplyTo: `c${n}-1`, duringCall: false },
  },
  { id: `c${n}-3`, comment: 'Nice.', commenterUserId: USERS[2]?.id, posted: started.toISOString(), duringCall: false },
]
