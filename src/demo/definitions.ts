/** Labels, scorecards, fields and trackers of the demo company Brennwick. */
import { CALL_TYPES, type CallType } from './calls.ts'

const options = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([value, description]) => ({ value, description }))

/** Name of the label that people set. */
export const CALL_TYPE = 'Call type'

/** Label and its option for calls with a recording. */
export const RECORDING = 'Recording'
export const SYNTHESIZED = 'Synthesized voices'

export const LABELS = [
  { name: CALL_TYPE, description: 'What kind of talk it is.', options: options(CALL_TYPES) },
  {
    name: RECORDING,
    description: 'Where the sound of a call comes from.',
    options: options({ [SYNTHESIZED]: 'A program speaks the transcript of this sample call.' }),
  },
  {
    name: 'Main concern',
    description: 'What the other side worried about most.',
    aiFlow: true,
    options: options({
      Price: 'Discount, budget, cost, credits, invoices, expensive, money, frozen, board.',
      Integration:
        'Interface, example, import, crate account, warehouse system, template, format, documentation, error.',
      Security: 'Encryption, backups, single sign-on, auditors.',
      Reliability: 'Lost, late, broken, bug, fault, alarm, missed, restored, annoyed.',
      Rollout: 'Training, pilot, onboarding, go-live, kick-off, workshop.',
      Usability: 'Gloves, button, screen, letters, confusing, tap, wording.',
    }),
  },
] as const

interface ItemOfScorecard {
  readonly title: string
  readonly weight?: number
  readonly min: string
  readonly middle?: string
  readonly max: string
}

interface DemoScorecard {
  readonly title: string
  readonly instructions: string
  readonly types: readonly CallType[]
  readonly items: readonly ItemOfScorecard[]
}

export const DISCOVERY = 'Discovery'
export const CUSTOMER_CARE = 'Customer care'

export const SCORECARDS: readonly DemoScorecard[] = [
  {
    title: DISCOVERY,
    instructions: 'For first talks: did we listen, and do we know what comes next?',
    types: ['Discovery', 'Demo'],
    items: [
      { title: 'Number of open questions asked', min: 'fewer than 4', middle: '4 to 7', max: 'at least 8' },
      { title: 'Talk share', min: 'over 60 %', middle: '46–60 %', max: 'at most 45 %' },
      { title: 'Asked about the budget', weight: 2, min: 'No.', max: 'Yes.' },
      {
        title: 'What it costs them today was found out',
        weight: 3,
        min: 'Nobody spoke of it.',
        middle: 'In words.',
        max: 'In numbers.',
      },
      { title: 'Next step agreed', weight: 2, min: 'No.', max: 'Yes.' },
    ],
  },
  {
    title: CUSTOMER_CARE,
    instructions: 'For talks in which something is wrong.',
    types: ['Support', 'Renewal'],
    items: [
      { title: 'Apologized', min: 'No.', max: 'Yes.' },
      { title: 'Stayed calm and helpful', min: 'No.', max: 'Yes.' },
      {
        title: 'Said plainly whose fault it was',
        weight: 2,
        min: 'Blamed others.',
        middle: 'Left it open.',
        max: 'Said it without being asked.',
      },
      { title: 'Follow-up agreed', weight: 2, min: 'No.', max: 'Yes.' },
    ],
  },
]

interface FieldItem {
  readonly title: string
  readonly contents: string
  readonly responseType: 'text' | 'number' | 'boolean' | 'date' | 'picklist' | 'multipicklist'
  readonly category: 'CRM' | 'Indicators' | 'CustomInsight'
  readonly options?: readonly string[]
}

export const FIELDS: {
  readonly name: string
  readonly types: readonly CallType[]
  readonly items: readonly FieldItem[]
} = {
  name: 'Deal basics',
  types: ['Discovery', 'Demo', 'Negotiation'],
  items: [
    {
      ...{ title: 'Vehicles', contents: 'How many vehicles, trucks or vans does the customer have?' },
      ...{ responseType: 'number', category: 'CRM' },
    },
    {
      ...{ title: 'Price per vehicle', contents: 'Which price in dollars per vehicle and month was offered?' },
      ...{ responseType: 'number', category: 'CRM' },
    },
    {
      ...{ title: 'Budget', contents: 'Which budget in dollars does the customer have, or what may they sign?' },
      ...{ responseType: 'number', category: 'CRM' },
    },
    {
      ...{ title: 'Plan', contents: 'Which plan is it about?', responseType: 'picklist', category: 'CRM' },
      options: ['Essential', 'Standard', 'Complete'],
    },
    {
      ...{ title: 'Competitors', contents: 'Which other providers were named?' },
      ...{ responseType: 'multipicklist', category: 'Indicators', options: ['Wayloom', 'Dispatchery'] },
    },
    {
      ...{ title: 'Decision maker', contents: 'Who decides or signs in the end?' },
      ...{ responseType: 'text', category: 'CRM' },
    },
    {
      ...{ title: 'Reason to buy', contents: 'Why do they look for something new just now?' },
      ...{ responseType: 'text', category: 'CustomInsight' },
    },
  ],
}

/** Targets of the organization, and of a team that has another one. A scorecard is named by its title. */
export const TARGETS = [
  { figure: 'talkShare', minimum: 0.4, maximum: 0.5 },
  { figure: 'talkShare', minimum: 0.45, maximum: 0.6, team: 'Customer Success' },
  { figure: 'questionsAsked', minimum: 8, maximum: 15 },
  { figure: 'longestMonologue', maximum: 20 },
  { figure: 'averageScore', minimum: 75 },
  { figure: 'callsPerWeek', minimum: 0.5, team: 'Sales' },
  { figure: 'scorecardScore', scorecard: DISCOVERY, minimum: 80 },
] as const

export const TRACKERS = [
  {
    name: 'Competitors',
    description: 'Who else is in the room.',
    phrases: ['Wayloom', 'Dispatchery'],
  },
  {
    name: 'Price',
    description: 'Where the money is spoken of, by the other side.',
    phrases: ['price', 'discount', 'budget', 'dollars a vehicle', 'too expensive', 'what it costs'],
    speakers: 'external',
  },
  {
    name: 'Promises of time',
    description: 'What we say we will have done, and by when.',
    phrases: ['by Monday', 'by Tuesday', 'by Wednesday', 'by Thursday', 'by Friday', 'by tomorrow', 'by noon'],
    speakers: 'internal',
  },
  {
    name: 'Reasons to leave',
    description: 'Words that should reach whoever looks after the customer on the same day.',
    phrases: ['lost', 'annoyed', 'end the contract', 'leave at any time', 'cancel', 'frozen'],
    speakers: 'external',
  },
  {
    name: 'Offline',
    description: 'What happens where there is no reception.',
    phrases: ['offline', 'no reception', 'flight mode', 'without reception'],
  },
] as const
