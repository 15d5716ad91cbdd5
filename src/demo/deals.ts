/** Opportunities of the demo calls, with companies and contacts, as in a CRM. */
import { ACCOUNTS, type AccountKey, accountKeys, type TeamName, toEmailAddress, type UserName } from './people.ts'

interface Deal {
  readonly title: string
  readonly account: AccountKey
  readonly team: TeamName
  readonly owner: UserName
  readonly stage: string
  /** US dollars per year. */
  readonly amount: number
  readonly vehicles: number
  /** Days from today to the close date. Negative if it has passed. */
  readonly closesIn: number
  /** Undefined if the deal isn't lost. */
  readonly lossReason?: string
}

export const DEALS = {
  'harbor-complete': {
    ...{ title: 'Harbor & Vane · Complete, 117 vehicles', account: 'harbor', team: 'Sales', owner: 'Priya Raman' },
    ...{ stage: 'Closed won', amount: 64_584, vehicles: 117, closesIn: -40 },
  },
  'ottermoor-standard': {
    ...{ title: 'Ottermoor Dairy · Standard, 64 vehicles', account: 'ottermoor', team: 'Sales', owner: 'Tom Birkett' },
    ...{ stage: 'Proposal', amount: 31_090, vehicles: 64, closesIn: 18 },
  },
  'pellwater-tender': {
    ...{ title: 'Pellwater Beverages · tender', account: 'pellwater', team: 'Sales', owner: 'Priya Raman' },
    ...{ stage: 'Closed lost', amount: 122_774, vehicles: 210, closesIn: -25 },
    lossReason: 'Integration: no crate account. Wayloom was cheaper, and sold planning and warehouse together',
  },
  'saltmarsh-standard': {
    ...{ title: 'Saltmarsh Linen · Standard, 40 vehicles', account: 'saltmarsh', team: 'Sales', owner: 'Lena Sorokin' },
    ...{ stage: 'Demo', amount: 21_120, vehicles: 40, closesIn: -6 },
  },
  'cobblequay-standard': {
    ...{ title: 'Cobblequay Flowers · Standard', account: 'cobblequay', team: 'Sales', owner: 'Lena Sorokin' },
    ...{ stage: 'Contract sent', amount: 10_032, vehicles: 19, closesIn: 9 },
  },
  'marrowby-renewal': {
    ...{ title: 'Marrowby Home · renewal', account: 'marrowby', team: 'Customer Success', owner: 'Dana Whitlock' },
    ...{ stage: 'Closed won', amount: 69_696, vehicles: 150, closesIn: -15 },
  },
  'fennick-expansion': {
    ...{ title: 'Fennick Medical Supply · lab network', account: 'fennick', team: 'Sales', owner: 'Priya Raman' },
    ...{ stage: 'Contract', amount: 38_419, vehicles: 60, closesIn: 30 },
  },
} as const satisfies Readonly<Record<string, Deal>>

const DAY_MS = 86_400_000

export type DealId = keyof typeof DEALS

export const dealIds = Object.keys(DEALS) as DealId[]

export const findDeal = (account: AccountKey): DealId | undefined => dealIds.find((id) => DEALS[id].account === account)

/** CRM records of the demo: companies, contacts and deals. */
export const crmRecords = (now: Date) => [
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
  ...dealIds.map((id) => {
    const { title, stage, amount, vehicles, owner, account, closesIn, lossReason }: Deal = DEALS[id]
    const closedate = new Date(now.getTime() + closesIn * DAY_MS).toISOString().slice(0, 10)
    const value = { amount, deal_currency_code: 'USD', closedate }
    return {
      code: 'deals',
      id,
      fields: {
        ...{ dealname: title, dealstage: stage, ...value, vehicles, owner, company: ACCOUNTS[account].name },
        ...(lossReason === undefined ? {} : { closed_lost_reason: lossReason }),
      },
    }
  }),
]

export const contactId = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
