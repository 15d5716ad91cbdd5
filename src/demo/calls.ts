/** Metadata of the demo calls. The transcripts are in `talks/`, in the plain text format that `parley import` accepts. */
import type { TalkMoment } from './calendar.ts'
import type { AccountKey, TeamName, UserName } from './people.ts'

export interface DemoCall {
  /** File name without `.txt`, and external ID of the conversation. */
  readonly id: string
  readonly title: string
  readonly when: TalkMoment
  readonly owner: UserName
  /** Team of the call. Defaults to the primary team of the owner. */
  readonly team?: TeamName
  readonly account?: AccountKey
  readonly type: CallType
  /** Transcript format: V1 has sentence times, V2 word times, plain text none. Defaults to V1. */
  readonly form?: 'V2' | 'plain'
  readonly private?: true
  /** Whether the call has a recording with synthesized voices. */
  readonly sound?: true
  /** Participants who don't speak. */
  readonly alsoThere?: readonly string[]
}

export const CALL_TYPES = {
  Discovery: 'First talk with somebody who may become a customer.',
  Demo: 'The product is shown, with data of theirs.',
  Negotiation: 'Price, contract and conditions.',
  'Kick-off': 'The beginning of a rollout.',
  Review: 'Numbers and wishes of a customer.',
  Renewal: 'Whether a customer stays.',
  Support: 'Something does not work.',
  Research: 'How people use it.',
  Internal: 'Among ourselves.',
} as const

export type CallType = keyof typeof CALL_TYPES

/** @param week number of weeks before the last complete working week, which is 0 */
const on = (week: number, day: TalkMoment['day'], at: string): TalkMoment => ({ week, day, at })

const PRIYA = 'Priya Raman'
const TOM = 'Tom Birkett'
const LENA = 'Lena Sorokin'
const DANA = 'Dana Whitlock'
const JONAS = 'Jonas Ekberg'
const SAMIR = 'Samir Haddad'
const MEI = 'Mei Tanaka'
const MARCUS = 'Marcus Adeyemi'

const harbor = { account: 'harbor' } as const
const ottermoor = { account: 'ottermoor', owner: TOM } as const
const pellwater = { account: 'pellwater', owner: PRIYA } as const
const saltmarsh = { account: 'saltmarsh', owner: LENA } as const
const cobblequay = { account: 'cobblequay', owner: LENA } as const
const marrowby = { account: 'marrowby' } as const
const fennick = { account: 'fennick' } as const

/** Demo calls in order of date. */
export const TALKS: readonly DemoCall[] = [
  {
    ...{ id: 'harbor-1-discovery', title: 'Harbor & Vane: first call', when: on(13, 'Tue', '10:30') },
    ...{ ...harbor, owner: PRIYA, type: 'Discovery' },
  },
  {
    ...{ id: 'pellwater-1-discovery', title: 'Pellwater: tender, first call', when: on(13, 'Thu', '14:00') },
    ...{ ...pellwater, type: 'Discovery' },
  },
  {
    ...{ id: 'harbor-2-demo', title: 'Harbor & Vane: demo with the north depot', when: on(11, 'Tue', '10:30') },
    ...{ ...harbor, owner: PRIYA, type: 'Demo' },
  },
  {
    ...{ id: 'ottermoor-1-discovery', title: 'Ottermoor Dairy: first call', when: on(11, 'Wed', '11:00') },
    ...{ ...ottermoor, type: 'Discovery' },
  },
  {
    ...{ id: 'harbor-3-security', title: 'Harbor & Vane: security questions', when: on(10, 'Wed', '14:00') },
    ...{ ...harbor, owner: PRIYA, type: 'Negotiation', form: 'V2' },
  },
  {
    ...{ id: 'marrowby-1-quarterly-review', title: 'Marrowby Home: quarterly review', when: on(10, 'Thu', '09:00') },
    ...{ ...marrowby, owner: JONAS, type: 'Review' },
  },
  {
    ...{ id: 'harbor-4-negotiation', title: 'Harbor & Vane: price and contract', when: on(9, 'Tue', '13:00') },
    ...{ ...harbor, owner: PRIYA, type: 'Negotiation' },
  },
  {
    ...{ id: 'saltmarsh-1-discovery', title: 'Saltmarsh Linen: first call', when: on(9, 'Wed', '11:00') },
    ...{ ...saltmarsh, type: 'Discovery' },
  },
  {
    ...{ id: 'pellwater-2-presentation', title: 'Pellwater: tender, presentation', when: on(9, 'Fri', '13:00') },
    ...{ ...pellwater, type: 'Demo' },
  },
  {
    ...{ id: 'ottermoor-2-demo', title: 'Ottermoor Dairy: demo with a Wednesday', when: on(8, 'Wed', '09:30') },
    ...{ ...ottermoor, type: 'Demo' },
  },
  {
    ...{ id: 'harbor-5-kickoff', title: 'Harbor & Vane: kick-off', when: on(7, 'Mon', '15:00') },
    ...{ ...harbor, owner: JONAS, type: 'Kick-off' },
  },
  {
    ...{ id: 'saltmarsh-2-demo', title: 'Saltmarsh Linen: demo', when: on(7, 'Wed', '11:00') },
    ...{ ...saltmarsh, type: 'Demo' },
  },
  {
    ...{ id: 'marrowby-2-lost-proofs', title: 'Marrowby Home: proofs of delivery lost', when: on(6, 'Fri', '10:00') },
    ...{ ...marrowby, owner: SAMIR, type: 'Support', form: 'V2' },
  },
  {
    ...{ id: 'fennick-1-quarterly-review', title: 'Fennick: quarterly review', when: on(5, 'Tue', '10:00') },
    ...{ ...fennick, owner: JONAS, type: 'Review' },
  },
  {
    ...{ id: 'marrowby-3-what-is-left', title: 'Marrowby Home: what could be restored', when: on(5, 'Wed', '18:00') },
    ...{ ...marrowby, owner: SAMIR, type: 'Support', form: 'plain' },
  },
  {
    ...{ id: 'pellwater-3-decision', title: 'Pellwater: the decision', when: on(5, 'Thu', '16:00') },
    ...{ ...pellwater, type: 'Negotiation', sound: true },
  },
  {
    ...{ id: 'ottermoor-3-slip', title: 'Ottermoor Dairy: budget frozen', when: on(4, 'Tue', '15:30') },
    ...{ ...ottermoor, type: 'Negotiation' },
  },
  {
    ...{ id: 'harbor-6-late-texts', title: 'Harbor & Vane: arrival texts are late', when: on(3, 'Tue', '02:10') },
    ...{ ...harbor, owner: SAMIR, type: 'Support', sound: true },
  },
  {
    ...{ id: 'marrowby-4-leaving', title: 'Marrowby Home: whether they stay', when: on(3, 'Thu', '15:00') },
    ...{ ...marrowby, owner: DANA, type: 'Renewal' },
  },
  {
    ...{ id: 'fennick-2-chat', title: 'Fennick: chat about labels', when: on(3, 'Fri', '11:20') },
    ...{ ...fennick, owner: SAMIR, type: 'Support', form: 'plain' },
  },
  {
    ...{ id: 'cobblequay-1-discovery', title: 'Cobblequay Flowers: first call', when: on(2, 'Tue', '09:00') },
    ...{ ...cobblequay, type: 'Discovery', sound: true },
  },
  {
    ...{ id: 'research-1-driver', title: 'Interview: a driver after two weeks', when: on(2, 'Wed', '08:20') },
    ...{ ...harbor, owner: MEI, type: 'Research', form: 'V2' },
  },
  {
    ...{ id: 'internal-1-forecast', title: 'Forecast', when: on(1, 'Mon', '10:00') },
    ...{ owner: MARCUS, type: 'Internal', alsoThere: [JONAS] },
  },
  {
    ...{ id: 'ottermoor-4-ten-trucks', title: 'Ottermoor Dairy: ten trucks', when: on(1, 'Wed', '14:30') },
    ...{ ...ottermoor, type: 'Negotiation' },
  },
  {
    ...{ id: 'fennick-3-expansion', title: 'Fennick: the lab network', when: on(1, 'Thu', '11:00') },
    ...{ ...fennick, owner: PRIYA, type: 'Negotiation' },
  },
  {
    ...{ id: 'internal-2-coaching', title: 'Marcus and Lena', when: on(1, 'Thu', '16:30') },
    ...{ owner: MARCUS, type: 'Internal', private: true },
  },
  {
    ...{ id: 'research-2-integrator', title: 'Interview: writing against our interface', when: on(0, 'Mon', '10:00') },
    ...{ account: 'ottermoor', owner: MEI, type: 'Research' },
  },
  {
    ...{ id: 'marrowby-5-renewal', title: 'Marrowby Home: renewed', when: on(0, 'Wed', '14:00') },
    ...{ ...marrowby, owner: DANA, type: 'Renewal' },
  },
  {
    ...{ id: 'cobblequay-2-demo', title: 'Cobblequay Flowers: demo', when: on(0, 'Fri', '10:00') },
    ...{ ...cobblequay, type: 'Demo', form: 'V2', sound: true },
  },
  {
    ...{ id: 'harbor-7-first-review', title: 'Harbor & Vane: first review', when: on(0, 'Fri', '15:00') },
    ...{ ...harbor, owner: JONAS, type: 'Review', form: 'V2', sound: true },
  },
]
