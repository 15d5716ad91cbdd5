/** Opportunities of the demo calls, with companies and contacts, as in a CRM. */
import { type TalkMoment, toMeetingDate } from './calendar.ts'
import { ACCOUNTS, type AccountKey, accountKeys, type TeamName, toEmailAddress, type UserName } from './people.ts'

interface Deal {
  readonly title: string
  readonly account: AccountKey
  readonly team: TeamName
  readonly owner: UserName
  /** US dollars per year. */
  readonly amount: number
  readonly vehicles: number
  /** Days from today to the close date. Negative if it has passed. */
  readonly closesIn: number
  /** Undefined if the deal isn't lost. */
  readonly lossReason?: string
  /** Stages since the deal was created, oldest first. The last one is the current stage. */
  readonly history: readonly DealStep[]
}

/** A change of a deal in the CRM. Values that it doesn't contain are the current ones. */
interface DealStep {
  readonly when: TalkMoment
  readonly stage: string
  readonly amount?: number
  readonly closesIn?: number
}

const step = (week: number, day: TalkMoment['day'], at: string, stage: string, values: Partial<DealStep> = {}) => ({
  ...{ when: { week, day, at }, stage },
  ...values,
})

export const DEALS = {
  'harbor-complete': {
    ...{ title: 'Harbor & Vane · Complete, 117 vehicles', account: 'harbor', team: 'Sales', owner: 'Priya Raman' },
    ...{ amount: 64_584, vehicles: 117, closesIn: -60 },
    history: [
      step(13, 'Tue', '11:30', 'Discovery', { amount: 70_200 }),
      step(11, 'Tue', '11:45', 'Demo', { amount: 70_200 }),
      step(10, 'Wed', '15:10', 'Security review', { amount: 70_200 }),
      step(9, 'Tue', '14:05', 'Negotiation'),
      step(8, 'Fri', '16:00', 'Closed won'),
    ],
  },
  'ottermoor-standard': {
    ...{ title: 'Ottermoor Dairy · Standard, 64 vehicles', account: 'ottermoor', team: 'Sales', owner: 'Tom Birkett' },
    ...{ amount: 31_090, vehicles: 64, closesIn: 18 },
    history: [
      step(11, 'Wed', '12:00', 'Discovery', { closesIn: -30 }),
      step(8, 'Wed', '10:30', 'Demo', { closesIn: -30 }),
      step(7, 'Thu', '09:15', 'Proposal', { closesIn: -30 }),
      step(4, 'Tue', '16:20', 'Proposal'),
    ],
  },
  'pellwater-tender': {
    ...{ title: 'Pellwater Beverages · tender', account: 'pellwater', team: 'Sales', owner: 'Priya Raman' },
    ...{ amount: 122_774, vehicles: 210, closesIn: -39 },
    lossReason: 'Integration: no crate account. Wayloom was cheaper, and sold planning and warehouse together',
    history: [
      step(13, 'Thu', '15:10', 'Discovery'),
      step(9, 'Fri', '14:15', 'Presentation'),
      step(8, 'Tue', '10:00', 'Proposal'),
      step(5, 'Thu', '16:50', 'Closed lost'),
    ],
  },
  'saltmarsh-standard': {
    ...{ title: 'Saltmarsh Linen · Standard, 40 vehicles', account: 'saltmarsh', team: 'Sales', owner: 'Lena Sorokin' },
    ...{ amount: 21_120, vehicles: 40, closesIn: -6 },
    history: [step(9, 'Wed', '12:00', 'Discovery'), step(7, 'Wed', '12:10', 'Demo')],
  },
  'cobblequay-standard': {
    ...{ title: 'Cobblequay Flowers · Standard', account: 'cobblequay', team: 'Sales', owner: 'Lena Sorokin' },
    ...{ amount: 10_032, vehicles: 19, closesIn: 9 },
    history: [
      step(2, 'Tue', '10:00', 'Discovery'),
      step(0, 'Fri', '10:50', 'Demo'),
      step(0, 'Fri', '16:10', 'Contract sent'),
    ],
  },
  'marrowby-renewal': {
    ...{ title: 'Marrowby Home · renewal', account: 'marrowby', team: 'Customer Success', owner: 'Dana Whitlock' },
    ...{ amount: 69_696, vehicles: 150, closesIn: -6 },
    history: [
      step(10, 'Thu', '10:10', 'Discovery', { closesIn: 20 }),
      step(6, 'Fri', '11:00', 'On hold', { closesIn: 20 }),
      step(3, 'Thu', '16:15', 'Negotiation', { closesIn: 20 }),
      step(0, 'Wed', '15:00', 'Closed won'),
    ],
  },
  'fennick-expansion': {
    ...{ title: 'Fennick Medical Supply · lab network', account: 'fennick', team: 'Sales', owner: 'Priya Raman' },
    ...{ amount: 38_419, vehicles: 60, closesIn: 30 },
    history: [
      step(5, 'Tue', '11:00', 'Discovery'),
      step(1, 'Thu', '12:15', 'Proposal'),
      step(0, 'Tue', '09:20', 'Contract'),
    ],
  },
} as const satisfies Readonly<Record<string, Deal>>

const DAY_MS = 86_400_000

export type DealId = keyof typeof DEALS

export const dealIds = Object.keys(DEALS) as DealId[]

export const findDeal = (account: AccountKey): DealId | undefined => dealIds.find((id) => DEALS[id].account === account)

/** CRM records of the accounts: companies and contacts. */
export const accountRecords = () => [
  ...accountKeys.map((key) => {
    const { name, domain, industry, vehicles } = ACCOUNTS[key]
    return { code: 'companies', id: key, fields: { name, domain, industry, vehicles } }
  }),
  ...accountKeys.flatMap((key) =>
    Object.entries(ACCOUNTS[key].people).map(([name, jobtitle]) => ({
      code: 'contacts',
      id: contactId(name),
      fields: { name, jobtitle, email: toEmailAddress(name, ACCOUNTS[key].domain), company: ACCOUNTS[key].name },
    })),
  ),
]

/** CRM records of a deal, as they were at each step of its history. */
export function dealRecords(id: DealId, now: Date) {
  const deal: Deal = DEALS[id]
  const { title, vehicles, owner, account, lossReason } = deal
  return deal.history.map(({ when, stage, amount = deal.amount, closesIn = deal.closesIn }) => {
    const closedate = new Date(now.getTime() + closesIn * DAY_MS).toISOString().slice(0, 10)
    const isLost = stage === 'Closed lost'
    return {
      at: toMeetingDate(when, now),
      record: {
        code: 'deals',
        id,
        fields: {
          ...{ dealname: title, dealstage: stage, amount, deal_currency_code: 'USD', closedate },
          ...{ vehicles, owner, company: ACCOUNTS[account].name },
          ...(lossReason === undefined || !isLost ? {} : { closed_lost_reason: lossReason }),
        },
      },
    }
  })
}

export const contactId = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
