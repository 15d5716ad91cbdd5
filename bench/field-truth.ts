/**
 * Conversations with the fields that people filed of them, and the configurations an admin would write for such talks: a
 * title and a sentence an item. What the product is measured on and what its weights are learned from.
 *
 * - STAR: what agents filed by their desk's API, last filed counts; a chat belongs to the desks that filed something. And
 *   whether customers said afterwards that they got what they wanted
 * - PersuasionForGood: the dollars that were promised, as annotators read them, and those that were paid; whether a
 *   donation was agreed to, by the annotated acts
 * - Earnings-21: company, quarter and sector of each call
 */
import { join } from 'node:path'
import { stemWord } from '../src/core/stems.ts'
import { isSmallWord } from '../src/core/terms.ts'
import { readLines, type Segment } from './eval-data.ts'

export type ResponseType = 'text' | 'number' | 'boolean' | 'date' | 'picklist'

export interface ItemGiven {
  readonly title: string
  readonly contents: string
  readonly responseType: ResponseType
  readonly options?: readonly string[]
  readonly allowLongResponse?: boolean
  /** Nobody says it: people know it. Words that happen to be an option's prove nothing, so none is learned from. */
  readonly unsaid?: true
  /** How two texts are held against each other. */
  readonly compare?: 'hour' | 'day of month' | 'company' | 'words'
}

export type Filed = string | number | boolean

export interface Fielded {
  readonly set: 'star' | 'p4g' | 'earnings21'
  readonly id: string
  readonly title: string
  readonly segments: readonly Segment[]
  readonly startedAt: string | undefined
  /** By desk: what stands in each item in the end, and all that ever stood there. An item that is not told has no value. */
  readonly truth: ReadonlyMap<string, ReadonlyMap<string, { readonly last: Filed; readonly ever: readonly Filed[] }>>
}

const text = (title: string, contents: string, more: Partial<ItemGiven> = {}): ItemGiven => ({
  title,
  contents,
  responseType: 'text',
  ...more,
})
const number = (title: string, contents: string): ItemGiven => ({ title, contents, responseType: 'number' })
const yes = (title: string, contents: string): ItemGiven => ({ title, contents, responseType: 'boolean' })
const date = (title: string, contents: string, more: Partial<ItemGiven> = {}): ItemGiven => ({
  title,
  contents,
  responseType: 'date',
  ...more,
})
const one = (title: string, contents: string, options: string): ItemGiven => ({
  title,
  contents,
  responseType: 'picklist',
  options: options.split('|'),
})
const long = (title: string, contents: string) => text(title, contents, { allowLongResponse: true, compare: 'words' })
const hour = (title: string, contents: string) => text(title, contents, { compare: 'hour' })

const customer = text('Customer name', 'What is the name of the customer?')
const HOTELS = 'Hilton Hotel|Hyatt Hotel|Old Town Inn|Shadyside Inn'
const DOCTORS = 'Dr. Alexis|Dr. Johnson|Dr. Morgan'
const DAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'
const RESTAURANTS = 'Cactus Club|Legume|Lucca|The Porch|Tamarind'
const PARTS = 'North|South|East|West|Center'
const COSTS = 'Cheap|Moderate|Expensive'
const bank = {
  FullName: text('Full name', 'What is the full name of the customer?'),
  AccountNumber: text('Account number', "What is the customer's account number?"),
  PIN: text('PIN', "What is the PIN of the customer's account?"),
  DateOfBirth: date('Date of birth', 'When was the customer born?'),
  SecurityAnswer1: text("Mother's maiden name", "What is the maiden name of the customer's mother?"),
  SecurityAnswer2: text('Childhood pet', 'What was the name of the pet that the customer had as a child?'),
}

/** By desk, the items by the name of the API's field. */
export const DESKS: Readonly<Record<string, Readonly<Record<string, ItemGiven>>>> = {
  hotel_book: {
    Name: one('Hotel', 'Which hotel does the customer want to stay at?', HOTELS),
    StartDate: date('Arrival date', 'On which day does the customer arrive?', { compare: 'day of month' }),
    EndDate: date('Departure date', 'On which day does the customer leave?', { compare: 'day of month' }),
    CustomerName: customer,
    CustomerRequest: long('Special request', 'Does the customer have a special request for the room, and which?'),
  },
  hotel_search: {
    Name: one('Hotel', 'Which hotel is the customer looking for?', HOTELS),
    Location: one('Location', 'In which part of town should the hotel be?', PARTS),
    AverageRating: number('Average rating', 'What average rating should the hotel have?'),
    Cost: one('Price category', 'What may the hotel cost?', COSTS),
  },
  hotel_service_request: {
    Name: one('Hotel', 'Which hotel is the customer staying at?', HOTELS),
    RoomNumber: number('Room number', 'What is the number of the room?'),
    Time: hour('Service time', 'At what time should the service come?'),
    CustomerName: customer,
    CustomerRequest: long('Service request', 'What service does the customer ask for?'),
  },
  plane_book: {
    id: number('Flight ID', 'What is the ID of the flight that the customer wants to book?'),
    CustomerName: customer,
  },
  plane_search: {
    DepartureCity: text('Departure city', 'From which city does the customer want to fly?'),
    ArrivalCity: text('Arrival city', 'To which city does the customer want to fly?'),
    Date: date('Flight date', 'On which day does the customer want to fly?', { compare: 'day of month' }),
    Airline: text('Airline', 'Which airline does the customer want?'),
    Price: number('Maximum price', 'How much may the flight cost at most?'),
    DurationHours: number('Flight duration', 'How many hours may the flight take?'),
    Class: one('Class', 'Which class does the customer want to fly in?', 'Economy|Business|First'),
  },
  ride_book: {
    CustomerName: customer,
    DepartureLocation: text('Departure location', 'Where should the ride start from?'),
    ArrivalLocation: text('Arrival location', 'Where does the customer want to go to?'),
    CarModel: text('Car model', 'Which car model does the customer want?'),
    ServiceProvider: one('Ride provider', 'Which service provider does the customer want?', 'Uber|Lyft|Taxi'),
    MinutesTillPickup: number('Minutes till pickup', 'In how many minutes should the ride be there?'),
  },
  ride_status: {
    id: number('Booking ID', 'What is the ID of the ride or booking?'),
    CustomerName: customer,
  },
  ride_change: {
    id: number('Booking ID', 'What is the ID of the ride or booking?'),
    CustomerName: customer,
    ChangeDescription: long('Change', 'What should be changed about the ride?'),
  },
  apartment_schedule: {
    Name: one(
      'Apartment',
      'Which apartment does the customer want to view?',
      'Shadyside Apartments|One on Center Apartments|North Hill Apartments',
    ),
    RenterName: customer,
    Day: one('Day', 'On which day should the viewing be?', DAYS),
    StartTimeHour: hour('Start time', 'At what time should the viewing start?'),
    ApplicationFeePaid: yes('Application fee paid', 'Has the application fee been paid already?'),
  },
  apartment_search: {
    NumRooms: number('Bedrooms', 'How many bedrooms should the apartment have?'),
    MaxLevel: number('Highest floor', 'On which floor may the apartment be at most?'),
    Level: number('Floor', 'On which floor should the apartment be?'),
    Price: number('Maximum price', 'How much may the apartment cost at most?'),
    HasElevator: yes('Elevator', 'Should there be an elevator?'),
    BalconySide: one('Balcony side', 'To which side should the balcony face?', 'north|south|east|west'),
  },
  doctor_schedule: {
    Name: one('Doctor', 'Which doctor does the customer want to see?', DOCTORS),
    PatientName: text('Patient name', 'What is the name of the patient?'),
    Day: one('Day', 'On which day should the appointment be?', DAYS),
    StartTimeHour: hour('Start time', 'At what time should the appointment start?'),
    Symptoms: long('Symptoms', 'What symptoms does the patient have?'),
  },
  doctor_followup: {
    Name: one('Doctor', 'Who is the doctor?', DOCTORS),
    PatientName: text('Patient name', 'What is the name of the patient?'),
  },
  bank_fraud_report: {
    ...bank,
    FraudReport: long('Fraud report', 'What fraud does the customer report, what happened?'),
  },
  bank_balance: bank,
  restaurant_search: {
    Location: one('Location', 'In which part of town should the restaurant be?', PARTS),
    Food: one('Cuisine', 'What food should the restaurant serve?', 'Chinese|Thai|Burgers|Pizza|Indian|Italian'),
    Cost: one('Price category', 'What may the restaurant cost?', COSTS),
    Name: one('Restaurant', 'Which restaurant is the customer looking for?', RESTAURANTS),
    DoesDelivery: yes('Delivery', 'Should the restaurant deliver?'),
    TakesReservations: yes('Reservations', 'Should the restaurant take reservations?'),
    AverageRating: number('Average rating', 'What average rating should the restaurant have?'),
  },
  restaurant_book: {
    Name: one('Restaurant', 'Which restaurant does the customer want to go to?', RESTAURANTS),
    Time: hour('Reservation time', 'For what time should the table be reserved?'),
    PartySize: number('Party size', 'How many people will come?'),
    CustomerName: customer,
  },
  meeting_schedule: {
    Name: text('Meeting partner', 'Who does the customer want to meet with?'),
    UserName: customer,
    Day: one('Day', 'On which day should the meeting be?', DAYS),
    StartTimeHour: hour('Start time', 'At what time should the meeting start?'),
    EndTimeHour: hour('End time', 'At what time should the meeting end?'),
    MeetingReason: long('Reason', 'What is the reason for the meeting?'),
  },
  outcome: {
    'find you a suitable restaurant': yes('Restaurant found', 'Was a suitable restaurant found for the customer?'),
    'successfully submit your service request': yes(
      'Service requested',
      'Was the service request of the customer submitted?',
    ),
    'book your flight': yes('Flight booked', 'Was the flight booked for the customer?'),
    'reserve your hotel': yes('Hotel reserved', 'Was the hotel room booked for the customer?'),
    'find you a suitable ride': yes('Ride booked', 'Was a ride found and booked for the customer?'),
    'successfully change your ride': yes('Ride changed', 'Was the ride changed as the customer wanted?'),
    'schedule your meeting': yes('Meeting scheduled', 'Was the meeting scheduled?'),
    'reserve your restaurant': yes('Table reserved', 'Was the table at the restaurant reserved?'),
    'succesfully report fraud on your account': yes('Fraud reported', 'Was the fraud report submitted?'),
  },
  charity: {
    promised: number('Donation', 'How many dollars does the persuadee agree to donate?'),
    agreed: yes('Donation agreed', 'Does the persuadee agree to donate?'),
  },
  earnings: {
    company_name: text('Company', 'Which company reports its results in this call?', { compare: 'company' }),
    financial_quarter: number('Fiscal quarter', 'For which quarter of the fiscal year are the results?'),
    sector: {
      ...one(
        'Sector',
        'In which sector does the company do business?',
        'Basic Materials|Conglomerate|Consumer Goods|Financial|Healthcare|Industrial Goods|Services|Technology|Utilities',
      ),
      unsaid: true,
    },
  },
}

interface Chat {
  readonly id: string
  readonly title: string
  readonly segments: readonly Segment[]
  readonly started_at?: string
}
interface StarLabel {
  readonly conversation_id: string
  readonly customer_questionnaire: readonly { readonly question: string; readonly answer: boolean }[]
  readonly api_calls: readonly { readonly api: string; readonly fields: Readonly<Record<string, unknown>> }[]
}
interface CharityLabel {
  readonly conversation_id: string
  readonly dialog_acts: readonly { readonly labels: readonly string[] }[]
  readonly outcome: { readonly donated: number; readonly agreed_in_chat: number | null }
}
interface EarningsLabel {
  readonly conversation_id: string
  readonly fields: Readonly<Record<string, Filed>>
}

export async function readFielded(folder: string): Promise<Fielded[]> {
  const read = <Row>(file: string) => readLines<Row>(join(folder, file))
  const of = async <Label extends { conversation_id: string }>(
    set: Fielded['set'],
    file: string,
    truthOf: (label: Label) => Fielded['truth'],
  ): Promise<Fielded[]> => {
    const labels = new Map((await read<Label>(`${set}/labels.jsonl`)).map((label) => [label.conversation_id, label]))
    return (await read<Chat>(`${set}/${file}.jsonl`)).flatMap(({ id, title, segments, started_at }) => {
      const label = labels.get(id)
      if (label === undefined) return []
      return [{ set, id, title, segments, startedAt: started_at, truth: truthOf(label) }]
    })
  }
  return [
    ...(await of<StarLabel>('star', 'chats', filedOf)),
    ...(await of<CharityLabel>('p4g', 'chats', promisedOf)),
    ...(await of<EarningsLabel>('earnings21', 'calls', ({ fields }) => {
      const truth = Object.entries(fields).map(([name, value]) => [name, { last: value, ever: [value] }] as const)
      return new Map([['earnings', new Map(truth)]])
    })),
  ]
}

function promisedOf({ outcome, dialog_acts }: CharityLabel): Fielded['truth'] {
  const truth = new Map<string, { last: Filed; ever: Filed[] }>()
  // Annotators read nothing out of some chats after which something was paid all the same.
  const promised = outcome.agreed_in_chat ?? outcome.donated
  if (promised !== 0) truth.set('promised', { last: promised, ever: [promised, outcome.donated] })
  const acts = new Set(dialog_acts.flatMap(({ labels }) => labels))
  const agrees = acts.has('agree-donation') || (outcome.agreed_in_chat ?? 0) > 0
  if (agrees || acts.has('disagree-donation')) truth.set('agreed', { last: agrees, ever: [agrees] })
  return new Map([['charity', truth]])
}

function filedOf({ api_calls, customer_questionnaire }: StarLabel): Fielded['truth'] {
  const truth = new Map<string, Map<string, { last: Filed; ever: Filed[] }>>()
  const outcome = new Map<string, { last: Filed; ever: Filed[] }>()
  for (const { question, answer } of customer_questionnaire) {
    const name = question.replace(/^Did the (?:AI )?[Aa]ssistant /, '').replace('?', '')
    if (DESKS.outcome?.[name] !== undefined) outcome.set(name, { last: answer, ever: [answer] })
  }
  if (outcome.size > 0) truth.set('outcome', outcome)
  for (const { api, fields } of api_calls) {
    const items = DESKS[api]
    if (items === undefined) continue
    const desk = truth.get(api) ?? new Map<string, { last: Filed; ever: Filed[] }>()
    truth.set(api, desk)
    for (const [name, raw] of Object.entries(fields)) {
      const item = items[name]
      const value = item === undefined ? undefined : filedIn(item, raw)
      if (value !== undefined) desk.set(name, { last: value, ever: [...(desk.get(name)?.ever ?? []), value] })
    }
  }
  return truth
}

/** A comparison counts by its number; a choice of several is no value. */
function filedIn({ responseType, compare }: ItemGiven, raw: unknown): Filed | undefined {
  const plain = typeof raw === 'object' && raw !== null && 'value' in raw ? (raw as { value: unknown }).value : raw
  const said = String(plain).trim()
  if (said === '' || said === 'null' || said.startsWith('[')) return undefined
  if (responseType === 'number') return /^[\d.]+$/.test(said) ? Number(said) : undefined
  if (responseType === 'boolean') return /^(?:yes|true)$/i.test(said)
  if (responseType === 'date' && compare === 'day of month') return /^\d+/.exec(said)?.[0]
  return said
}

/** Whether a value is the one that was filed. */
export function isRight(item: ItemGiven, found: unknown, truth: Filed): boolean {
  if (item.responseType === 'number' || item.responseType === 'boolean') return found === truth
  const [one, other] = [plain(found), plain(truth)]
  switch (item.compare) {
    case 'hour':
      return hourOf(one) !== undefined && hourOf(one) === hourOf(other)
    case 'day of month':
      return Number(String(found).slice(8, 10)) === Number(truth)
    case 'company':
      return isCompany(one, other)
    case 'words':
      return holds(one.split(' '), other.split(' '))
    default:
      if (item.responseType === 'date') return dayOf(String(truth)) === String(found)
      return one === other || digitsOf(one) === digitsOf(other)
  }
}

const plain = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:]+/gu, ' ')
    .replace(/\b(?:the|a|an)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const digitsOf = (text: string) => (/^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text)

/** "2", "2pm" and "2 pm" are the same hour of an appointment. */
function hourOf(text: string): string | undefined {
  const noon = text === 'noon' ? '12 p' : text === 'midnight' ? '12 a' : text
  const found = /(\d{1,2})(?::(\d\d))?\s?(a|p)?/.exec(noon)
  return found === null ? undefined : `${Number(found[1])}:${found[2] ?? '00'}`
}

function dayOf(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d+)\/(\d+)\/(\d{4})$/.exec(text) ?? []
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const LEGAL =
  /\b(?:inc|incorporated|ltd|limited|company|companies|corp|corporation|group|holdings|plc|ag|aktiengesellschaft|international|co|and)\b/g

/** The names of the data are misspelled here and there. */
function isCompany(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.replace(LEGAL, ' ').replace(/\s+/g, '').replace(/s$/, '')) as [
    string,
    string,
  ]
  if (a === '' || b === '') return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return long.startsWith(short) && short.length >= 3 ? true : letters(a, b) >= 0.75
}

/** Share of pairs of letters in common. */
function letters(one: string, other: string): number {
  const pairs = (word: string) =>
    Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2))
  return overlap(pairs(one), pairs(other))
}

/** Agents write down in their own words what a whole sentence of the talk says. */
function holds(found: readonly string[], filed: readonly string[]): boolean {
  const [said, wanted] = [found, filed].map((words) => words.filter((word) => !isSmallWord(word)).map(stemWord)) as [
    string[],
    string[],
  ]
  const there = wanted.filter((word) => said.includes(word)).length
  return wanted.length > 0 && (there / wanted.length >= 0.75 || overlap(said, wanted) >= 0.5)
}

/** F1 of two bags. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const left = [...other]
  let hits = 0
  for (const word of one) {
    const at = left.indexOf(word)
    if (at < 0) continue
    left.splice(at, 1)
    hits++
  }
  return one.length + other.length === 0 ? 0 : (2 * hits) / (one.length + other.length)
}
