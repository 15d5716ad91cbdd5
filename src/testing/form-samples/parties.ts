import type { Truth } from './truth.ts'

/** People of a conversation as calendars list them. */
export const MEETING_PARTIES = {
  attendees: (truth: Truth) => truth.people.map(({ name, email }) => ({ name, email })),
  emails: (truth: Truth) => truth.people.map(({ email }) => email),
}
