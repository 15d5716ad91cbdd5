/** STAR: chats of pairs of people, one playing a service, with what both sides answered about them afterwards. */
import { join } from 'node:path'
import { readLines, spread } from './eval-data.ts'

export interface Chat {
  readonly id: string
  readonly title: string
  readonly started_at?: string
  readonly segments: readonly { readonly speaker: string; readonly text: string; readonly start?: number }[]
}

export interface Question {
  readonly question: string
  readonly answer: boolean
}

export interface StarLabels {
  readonly conversation_id: string
  readonly tasks: readonly string[]
  readonly customer_questionnaire: readonly Question[]
  readonly agent_questionnaire: readonly Question[]
}

export interface Answered {
  readonly chat: Chat
  readonly labels: StarLabels
  /** Both questionnaires, in a fixed order. */
  readonly questions: readonly Question[]
}

/** Without the note to whoever answers. */
export const titleOf = (question: string): string => question.replace(/ \(.*\)$/, '')

export async function readStar(folder: string, most: number): Promise<Answered[]> {
  const chats = await readLines<Chat>(join(folder, 'star/chats.jsonl'))
  const labels = new Map(
    (await readLines<StarLabels>(join(folder, 'star/labels.jsonl'))).map((one) => [one.conversation_id, one]),
  )
  return spread(chats, most).flatMap((chat) => {
    const own = labels.get(chat.id)
    if (own === undefined) return []
    const questions = [...own.customer_questionnaire, ...own.agent_questionnaire].toSorted((one, other) =>
      one.question < other.question ? -1 : 1,
    )
    return questions.length === 0 ? [] : { chat, labels: own, questions }
  })
}

/** The tasks as an admin would make options of them. */
export const TASKS: Readonly<Record<string, readonly [value: string, description: string]>> = {
  bank_fraud_report: ['Fraud report', 'The customer reports a transaction on their account as fraud.'],
  bank_balance: ['Account balance', 'The customer wants to know the balance of a bank account.'],
  ride_book: ['Ride booking', 'The customer orders a taxi or ride to a destination.'],
  ride_change: ['Ride change', 'The customer changes a ride that was booked before.'],
  ride_status: ['Ride status', 'The customer asks where the driver of a booked ride is.'],
  apartment_schedule: ['Apartment viewing', 'The customer wants to schedule a viewing of an apartment.'],
  apartment_search: [
    'Apartment search',
    'The customer looks for an apartment to rent, by bedrooms, price or location.',
  ],
  hotel_book: ['Hotel booking', 'The customer books a room in a hotel.'],
  hotel_search: ['Hotel search', 'The customer looks for a hotel by location, price or rating.'],
  hotel_service_request: [
    'Hotel room service',
    'A guest of a hotel asks for something to be brought to the room, such as towels or food.',
  ],
  plane_book: ['Flight booking', 'The customer reserves a flight.'],
  plane_search: ['Flight search', 'The customer looks for a flight by city, date or price.'],
  doctor_schedule: ['Doctor appointment', 'The customer makes an appointment with a doctor because of symptoms.'],
  doctor_followup: [
    'Doctor follow-up',
    'The patient asks for the results or instructions of an earlier visit to the doctor.',
  ],
  restaurant_search: ['Restaurant search', 'The customer looks for a restaurant by food, location or price.'],
  restaurant_book: ['Restaurant reservation', 'The customer reserves a table in a restaurant.'],
  meeting_schedule: ['Meeting scheduling', 'The customer schedules a meeting with somebody.'],
}
